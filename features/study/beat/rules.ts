import type { RefusalReason } from './contract.ts'

/** A stretch of a video in whole milliseconds: from inclusive, to exclusive. */
export type Stretch = readonly [from: number, to: number]
/** Stretches in order, apart from each other. */
export type Ranges = readonly Stretch[]

/** Lead a beat may have on the wall clock, once, in milliseconds. */
export const slackMs = 2_000
/** A lease not heard of for so long ends: what a lost connection may hold back. */
export const lateMs = 30 * 60_000
/** Seconds are credited for at most this long after they were played: a device stores what it could not send. */
export const retentionMs = 24 * 60 * 60_000
/** Wall time one beat may stand for: a window cuts what it plays every ten seconds, a throttled one every minute. */
export const longestMs = 60_000
/** A lease whose window sent no beat for this long no longer blocks another window. */
export const lapseMs = 45_000
/** Interval at which a window reports what it played. */
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
  const sorted = [...ranges, ...more].filter(([from, to]) => to > from).sort((a, b) => a[0] - b[0])
  const merged: [number, number][] = []
  for (const [from, to] of sorted) {
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

/** Parts of a stretch that lie outside the ranges. */
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

/** True if so much of a video is all of it. */
export function isWatched(acceptedMs: number, durationMs: number): boolean {
  return acceptedMs >= durationMs - Math.min(toleranceMs, Math.trunc(durationMs / 10))
}

/** The clock of a learner as stored with a lease; moments are milliseconds of the database's clock. */
export interface Clock {
  openedAt: number
  /** Wall time up to which seconds were credited, or can be no more. */
  paidUntil: number
  /** Time at which the lease ended. */
  endedAt: number | null
  /** Time at which the class's study ended for the learner, once it has. */
  closedAt: number | null
  ratePercent: number
}

/** A stretch of a video that a window reports. */
export interface Beat {
  played: Stretch
  hidden: boolean
  /** Milliseconds of the lease's age between which it was played; null: just now, as the window does not report it. */
  wall: Stretch | null
}

/** The wall time a beat may be paid from: `until` is when its last second was played. */
function wallOf(clock: Clock, { wall }: Pick<Beat, 'wall'>, now: number) {
  const stopAt = Math.min(clock.endedAt ?? Infinity, clock.closedAt ?? Infinity)
  const until = Math.min(now, stopAt, wall ? clock.openedAt + wall[1] : Infinity)
  const since = Math.max(
    clock.paidUntil,
    wall ? clock.openedAt + wall[0] : -Infinity,
    until - longestMs,
    now - retentionMs,
  )
  // What has ended is credited up to its end, without slack.
  return { since, until, limit: Math.min(until + slackMs, stopAt) }
}

/**
 * Milliseconds of video that a beat may be credited: the wall time in which it was played, as far as nothing before
 * has used it, two seconds more, and nothing from before the beat began, longer than a beat is, or too late.
 */
export function creditOf(clock: Clock, beat: Pick<Beat, 'wall'>, now: number): number {
  const { since, limit } = wallOf(clock, beat, now)
  return Math.max(0, Math.floor(((limit - since) * clock.ratePercent) / 100))
}

/**
 * Returns up to where wall time is used up after a beat of which so much was credited. Beats of a window come
 * in the order they were played, so a beat that says when it was played leaves nothing before its end to
 * claim: the pauses before it and what was refused are over. One without that time uses up as much as it
 * played, counted or not, and what was refused as hidden uses up all. A lead on the clock stays what it was
 * while a window is hidden: otherwise each return to it would begin with two seconds that nobody saw.
 */
function paidAfter(clock: Clock, beat: Beat, now: number, verdict: { gainedMs: number; hidden: boolean }) {
  const { since, until } = wallOf(clock, beat, now)
  const wallMs = (milliseconds: number) => (milliseconds * 100) / clock.ratePercent
  const after = (milliseconds: number) => since + wallMs(milliseconds)
  const length = measure([beat.played])
  const began = beat.wall ? clock.openedAt + beat.wall[0] : until - wallMs(length)
  const lead = Math.min(slackMs, Math.max(0, clock.paidUntil - began))
  const used = verdict.hidden ? until + lead : beat.wall ? until : Math.min(until, after(length))
  return Math.max(clock.paidUntil, used, verdict.gainedMs > 0 ? after(verdict.gainedMs) : 0)
}

/** The next checkpoints as stored with a lease; null where there is none. */
interface Checkpoints {
  /** Place in the video of the first question that is still to be answered: nothing from there on is credited. */
  pinMs: number | null
  /** Milliseconds that may be credited until the next capture is due. */
  captureLeftMs: number | null
}

/** All that decides a beat. */
export interface BeatState extends Clock, Checkpoints {
  ranges: Ranges
  durationMs: number
  aheadMs: number
  countHidden: boolean
  endReason: 'released' | 'other_window' | 'lapsed' | null
  /** `expired`: it is over, and nobody knows since when. */
  access: 'open' | 'expired' | 'not_enrolled'
}

interface BeatVerdict {
  /** Newly covered, never more than the clock allows. */
  gained: Ranges
  reason: RefusalReason | null
  /** Stretch that was played and not counted. */
  refused: Stretch | null
  /** Wall time up to which nothing more is paid. */
  paidUntil: number
}

/**
 * Judges what a beat earns. The statement that judges beats in the database implements the same in SQL,
 * because it must read and write under one lock; a test holds the two together.
 */
export function judge(state: BeatState, beat: Beat, now: number): BeatVerdict {
  const played = clip(beat.played, state.durationMs)
  const furthest = state.ranges.at(-1)?.[1] ?? 0
  const barred: RefusalReason | null =
    state.access !== 'open'
      ? state.access
      : beat.hidden && !state.countHidden
        ? 'hidden'
        : beat.played[0] > furthest + state.aheadMs
          ? 'seek_ahead'
          : null
  const settle = (gained: Ranges) =>
    paidAfter(state, { ...beat, played }, now, { gainedMs: measure(gained), hidden: barred === 'hidden' })
  const refuseAll = (reason: RefusalReason): BeatVerdict => ({
    gained: [],
    reason,
    refused: played[1] > played[0] ? played : null,
    paidUntil: settle([]),
  })
  if (barred) return refuseAll(barred)
  const pin = Math.max(played[0], Math.min(played[1], state.pinMs ?? Infinity))
  const fresh = outside([played[0], pin], state.ranges)
  const gained = take(fresh, Math.min(creditOf(state, beat, now), state.captureLeftMs ?? Infinity))
  if (state.closedAt !== null && gained.length === 0) return refuseAll('expired')
  const pieces = merge(state.ranges, gained).length
  // What joins pieces, or adds to one, is nobody's scattering.
  if (pieces > maxPieces && pieces > state.ranges.length) return refuseAll('scattered')
  const paidUntil = settle(gained)
  if (measure(gained) === measure(fresh)) {
    const beyond = outside([pin, played[1]], state.ranges)[0]
    if (!beyond) return { gained, reason: null, refused: null, paidUntil }
    return { gained, reason: 'question_open', refused: [beyond[0], played[1]], paidUntil }
  }
  const cut = gained.at(-1)?.[1] ?? fresh[0]![0]
  const reason = measure(gained) === state.captureLeftMs ? 'capture_missed' : lateReason(state)
  return { gained, reason, refused: [cut, played[1]], paidUntil }
}

function lateReason(state: BeatState): RefusalReason {
  if (state.closedAt !== null) return 'expired'
  if (state.endReason === null) return 'too_fast'
  return state.endReason === 'other_window' ? 'other_window' : 'lease_lost'
}
