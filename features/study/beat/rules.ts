import type { RefusalReason } from '../contract.ts'

/** A stretch of a video in whole milliseconds: from inclusive, to exclusive. */
export type Stretch = readonly [from: number, to: number]
/** Stretches in order, apart from each other. */
export type Ranges = readonly Stretch[]

/** What a beat may run ahead of the wall clock, once, in milliseconds. */
export const slackMs = 2_000
/** Seconds are credited for at most this long after they were played: what a lost connection may hold back. */
export const lateMs = 30 * 60_000
/** A lease whose window has been silent so long no longer stands in another window's way. */
export const lapseMs = 45_000
/** How often a window reports what it played. */
export const beatMs = 10_000
/** A video counts as watched this close to its end. */
export const toleranceMs = 1_000
/** Pieces a coverage may consist of; more is nobody's way of watching. */
export const maxPieces = 500

/** Sum of the lengths. */
export function measure(ranges: Ranges): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from, 0)
}

/** The union; touching stretches become one. */
export function merge(ranges: Ranges, more: Ranges): Ranges {
  const sorted = [...ranges, ...more].filter(([from, to]) => to > from).toSorted((a, b) => a[0] - b[0])
  const merged: [number, number][] = []
  for (const [from, to] of sorted) {
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

/** What of a stretch lies outside the ranges. */
export function outside([from, to]: Stretch, ranges: Ranges): Ranges {
  const left: Stretch[] = []
  let at = from
  for (const [start, end] of ranges) {
    if (end <= at) continue
    if (start >= to) break
    if (start > at) left.push([at, start])
    at = Math.max(at, end)
  }
  if (at < to) left.push([at, to])
  return left
}

/** The first so many milliseconds of the ranges. */
export function take(ranges: Ranges, milliseconds: number): Ranges {
  const taken: Stretch[] = []
  let left = milliseconds
  for (const [from, to] of ranges) {
    if (left <= 0) break
    taken.push([from, Math.min(to, from + left)])
    left -= to - from
  }
  return taken
}

/** The part of a stretch inside the video; empty when it lies beyond the end. */
export function clip([from, to]: Stretch, durationMs: number): Stretch {
  const end = Math.min(Math.max(to, 0), durationMs)
  return [Math.min(Math.max(from, 0), end), end]
}

/** Whether so much of a video is all of it. */
export function isWatched(acceptedMs: number, durationMs: number): boolean {
  return acceptedMs >= durationMs - Math.min(toleranceMs, Math.trunc(durationMs / 10))
}

/** The clock of a learner as a lease carries it; moments are milliseconds of the database's clock. */
export interface Clock {
  /** Wall time up to which seconds were credited. */
  paidUntil: number
  endedAt: number | null
  ratePercent: number
}

/** Milliseconds of video that may be credited now. An ended lease is credited up to its end, without slack. */
export function creditOf(clock: Clock, now: number): number {
  const until = clock.endedAt ?? now + slackMs
  const wall = until - Math.max(clock.paidUntil, now - lateMs)
  return Math.max(0, Math.floor((wall * clock.ratePercent) / 100))
}

/** Where wall time is paid up to after so many milliseconds were credited. */
export function paidAfter(clock: Clock, now: number, gainedMs: number): number {
  if (gainedMs === 0) return clock.paidUntil
  return Math.max(clock.paidUntil, now - lateMs) + (gainedMs * 100) / clock.ratePercent
}

/** All that decides a beat. */
export interface BeatState extends Clock {
  ranges: Ranges
  durationMs: number
  aheadMs: number
  countHidden: boolean
  endReason: 'released' | 'other_window' | 'lapsed' | null
  access: 'open' | 'expired' | 'not_enrolled'
}

export interface BeatVerdict {
  /** Newly covered, never more than the clock allows. */
  gained: Ranges
  reason: RefusalReason | null
  /** What was played and not counted. */
  refused: Stretch | null
}

/**
 * What a beat earns. The statement that judges beats in the database says the same in SQL, because it must read and
 * write under one lock; a test holds the two together.
 */
export function judge(
  state: BeatState,
  beat: { played: Stretch; hidden: boolean },
  now: number,
): BeatVerdict {
  const played = clip(beat.played, state.durationMs)
  const furthest = state.ranges.at(-1)?.[1] ?? 0
  const barred: RefusalReason | null =
    state.access !== 'open'
      ? state.access
      : beat.hidden && !state.countHidden
        ? 'hidden'
        : beat.played[0] > furthest + state.aheadMs
          ? 'seek_ahead'
          : state.ranges.length >= maxPieces
            ? 'scattered'
            : null
  if (barred) {
    const refused = clip(beat.played, state.durationMs)
    return { gained: [], reason: barred, refused: refused[1] > refused[0] ? refused : null }
  }
  const fresh = outside(played, state.ranges)
  const gained = take(fresh, creditOf(state, now))
  if (measure(gained) === measure(fresh)) return { gained, reason: null, refused: null }
  const cut = gained.at(-1)?.[1] ?? fresh[0]![0]
  return { gained, reason: lateReason(state), refused: [cut, played[1]] }
}

function lateReason(state: BeatState): RefusalReason {
  if (state.endReason === null) return 'too_fast'
  return state.endReason === 'other_window' ? 'other_window' : 'lease_lost'
}
