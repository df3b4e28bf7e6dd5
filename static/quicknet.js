// drand's chain quicknet. Its values stand in the script itself: nothing that a page or a server says of a chain makes
// it drand's.

export const QUICKNET = {
  chain: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  genesis: 1692803367,
  period: 3,
};

/** When a round of a chain appears, in milliseconds since 1970. */
export const timeOf = (round, { genesis, period }) => (genesis + (round - 1) * period) * 1_000;

/**
 * When the round of a draw appears: of quicknet, whatever the draw says; of a private chain, as the draw says. Where a
 * draw is told of without its chain, `isPrivate` says whether it is one.
 */
export function roundTime({ chain, round, round_at }, isPrivate = true) {
  return chain === QUICKNET.chain || !(chain || isPrivate) ? timeOf(round, QUICKNET) : Date.parse(round_at);
}
