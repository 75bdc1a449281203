/** Lanes of background work: each has workers of its own, so that work of one kind never waits for another's. */
export const laneNames = ['time', 'money', 'people', 'code', 'message', 'push', 'heavy'] as const
export type Lane = (typeof laneNames)[number]
