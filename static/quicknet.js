// drand's chain quicknet. Its values stand in the script itself: nothing that a page or a server says of a chain makes
// it drand's.

export const QUICKNET = {
  chain: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  genesis: 1692803367,
  period: 3,
};

/** When a round of a chain appears, in milliseconds since 1970. */
export const timeOf = (round, { genesis, period }) => (genesis + (round - 1) * period) * 1_000;

/** Whether a draw goes by a private chain, which proves nothing to strangers. */
export const isPrivate = ({ chain }) => chain !== QUICKNET.chain;

/** When the round of a draw appears: of quicknet, whatever the draw says; of a private chain, as the draw says. */
export function roundTime(draw) {
  return isPrivate(draw) ? Date.parse(draw.round_at) : timeOf(draw.round, QUICKNET);
}
