// drand's chain quicknet. Its values are in the script itself: nothing that a page or a server says about a chain makes
// it drand's.

export const QUICKNET = {
  chain: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  genesis: 1692803367,
  period: 3,
};

/** When a round of a chain appears, in milliseconds since 1970. */
export const timeOf = (round, { genesis, period }) => (genesis + (round - 1) * period) * 1_000;

/** Whether a draw uses a private chain, which proves nothing to outsiders. */
export const isPrivate = ({ chain }) => chain !== QUICKNET.chain;

/**
 * When the round of a draw appears: from quicknet's timetable, whatever the draw says; for a private chain, as the draw
 * says.
 */
export function roundTime(draw) {
  return isPrivate(draw) ? Date.parse(draw.round_at) : timeOf(draw.round, QUICKNET);
}
