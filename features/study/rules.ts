import { missingParts, type PassFacts } from '../enrolment/rules.ts'
import type { RefusalReason } from './beat/contract.ts'
import { isWatched, measure, merge, outside, type Stretch } from './beat/rules.ts'
import type { ItemState, ProgressExplained, StudyItem } from './contract.ts'

/** One item of a class as progress sees it. */
interface ItemStudy {
  required: boolean
  durationMs: number
  acceptedMs: number
  completed: boolean
}

/** Progress of a class: what counts towards passing, in milliseconds, and whether all of it is done. */
interface ClassStudy {
  requiredMs: number
  doneMs: number
  /** Basis points; 10000 only when every required item is done. */
  progress: number
  done: boolean
  /** Everything watched, elective items too. */
  watchedMs: number
}

/** The items that decide a class: those of required courses, or all where no course is required. */
export function decisive<T extends { required: boolean }>(items: readonly T[]): readonly T[] {
  const required = items.filter((item) => item.required)
  return required.length > 0 ? required : items
}

const doneOf = (item: ItemStudy) => (item.completed ? item.durationMs : item.acceptedMs)

/** Basis points of a class from its sums; never 10000 before all is done. */
export function progressOf(doneMs: number, requiredMs: number): number {
  return requiredMs === 0 ? 0 : Math.floor((doneMs * 10_000) / requiredMs)
}

/** Progress of a class: coverage of its decisive items weighted by their duration. */
export function classStudy(items: readonly ItemStudy[]): ClassStudy {
  const counted = decisive(items)
  const requiredMs = counted.reduce((sum, item) => sum + item.durationMs, 0)
  const doneMs = counted.reduce((sum, item) => sum + doneOf(item), 0)
  return {
    requiredMs,
    doneMs,
    progress: progressOf(doneMs, requiredMs),
    done: counted.length > 0 && counted.every((item) => item.completed),
    watchedMs: items.reduce((sum, item) => sum + item.acceptedMs, 0),
  }
}

/** Part of a class that a lease of one of its items need not add up again with each beat. */
export function shareOf<T extends ItemStudy>(items: readonly T[], item: T) {
  const { requiredMs, doneMs } = classStudy(items)
  const itemRequired = decisive(items).includes(item)
  return { requiredMs, otherMs: doneMs - (itemRequired ? doneOf(item) : 0), itemRequired }
}

/** The state of an item in the tree. */
export function itemState(item: Pick<ItemStudy, 'durationMs' | 'acceptedMs'>): ItemState {
  if (isWatched(item.acceptedMs, item.durationMs)) return 'done'
  return item.acceptedMs > 0 ? 'started' : 'untouched'
}

/** The seek settings of a project. */
interface SeekSettings {
  videoCanSeek: boolean
  finishVideoCanSeek: boolean
  videoCanSeekByLimitTime: boolean
  /** Seconds one may skip beyond the watched edge where skipping is limited. */
  videoSeekLimitSeconds: number
}

/** Distance one may go beyond the watched edge, in milliseconds: two seconds, the limit, or all. */
export function aheadOf(settings: SeekSettings, item: { durationMs: number; completed: boolean }): number {
  if (settings.videoCanSeek || (settings.finishVideoCanSeek && item.completed)) return item.durationMs
  return settings.videoCanSeekByLimitTime ? Math.max(2, settings.videoSeekLimitSeconds) * 1000 : 2000
}

/** Furthest place a player may be taken to at this moment, in seconds. */
export function seekLimit(
  settings: Pick<SeekSettings, 'videoCanSeek' | 'finishVideoCanSeek'>,
  video: { durationSeconds: number; edge: number; aheadSeconds: number; done: boolean; reached: number },
): number {
  const { durationSeconds, edge, aheadSeconds, done, reached } = video
  if (settings.videoCanSeek || (done && settings.finishVideoCanSeek)) return durationSeconds
  // Where a finished video may not be skipped through, it is watched again as it was the first time.
  return Math.min(durationSeconds, done ? reached + 2 : edge + aheadSeconds)
}

/** The first item that has to be done before another may be opened in sequence, or null; what is done stays open. */
export function blockedBy<T extends { itemId: string; required: boolean; completed: boolean }>(
  items: readonly T[],
  itemId: string,
): T | null {
  const at = items.findIndex((item) => item.itemId === itemId)
  if (at < 0 || items[at]!.completed) return null
  return decisive(items).find((item) => !item.completed && items.indexOf(item) < at) ?? null
}

/** The state of a minute of a video: counted when nine tenths of it are. */
type MinuteState = 'counted' | 'refused' | 'open'

function within(ranges: readonly (readonly [number, number])[], from: number, to: number): number {
  return ranges.reduce((sum, [a, b]) => sum + Math.max(0, Math.min(b, to) - Math.max(a, from)), 0)
}

/** The strip of minutes, or of cells so long: what was counted, what was refused, what is to come. Seconds. */
export function minutesOf(
  item: {
    durationSeconds: number
    ranges: readonly (readonly [number, number])[]
    refusals: readonly { from: number; to: number }[]
  },
  cell = 60,
): MinuteState[] {
  return Array.from({ length: Math.ceil(item.durationSeconds / cell) }, (_, i) => {
    const from = i * cell
    const to = Math.min(from + cell, item.durationSeconds)
    const counted = within(item.ranges, from, to)
    if (counted >= (to - from) * 0.9) return 'counted'
    const refusals = item.refusals.map((refusal) => [refusal.from, refusal.to] as const)
    if (within(refusals, from, to) >= 1) return 'refused'
    return counted >= (to - from) / 2 ? 'counted' : 'open'
  })
}

/** A course of a class with what one learner watched of it. */
interface WatchedCourse {
  attribute: 'required' | 'elective'
  items: readonly Pick<
    StudyItem,
    'durationSeconds' | 'watchedSeconds' | 'completedAt' | 'ranges' | 'refusals'
  >[]
}

/** Records of one learner in a class. */
interface ProgressFacts extends PassFacts {
  /** Basis points as recorded: they never fall, even where a video was added since. */
  progress: number
  /** Origin of the pass; null before it. */
  passedBy: 'rule' | 'manual' | null
}

const inMs = (seconds: number) => Math.round(seconds * 1000)

/**
 * Explains the percent of one learner in a class: the sums behind it, what is missing, and what was played in vain. The
 * learner's pages and the office's say it by this rule alone.
 */
export function explainProgress(courses: readonly WatchedCourse[], facts: ProgressFacts): ProgressExplained {
  const items = courses.flatMap(({ attribute, items: ofCourse }) =>
    ofCourse.map((item) => ({
      required: attribute === 'required',
      durationMs: inMs(item.durationSeconds),
      acceptedMs: inMs(item.watchedSeconds),
      completed: item.completedAt !== null,
      ranges: item.ranges,
      refusals: item.refusals,
    })),
  )
  const counted = decisive(items)
  const missing = counted.filter((item) => !item.completed)
  const { requiredMs, doneMs, progress } = classStudy(items)
  // Whole seconds that still add up, and leave at least one where anything is missing.
  const requiredSeconds = Math.ceil(requiredMs / 1000)
  const doneSeconds = missing.length === 0 ? requiredSeconds : Math.floor(doneMs / 1000)
  const reasons = new Map<RefusalReason, number>()
  for (const { ranges, refusals } of missing) {
    for (const reason of new Set(refusals.map((refusal) => refusal.reason))) {
      const played = refusals
        .filter((refusal) => refusal.reason === reason)
        .map(({ from, to }): Stretch => [from, to])
      const left = merge([], played).reduce((sum, stretch) => sum + measure(outside(stretch, ranges)), 0)
      reasons.set(reason, (reasons.get(reason) ?? 0) + left)
    }
  }
  const parts = missingParts(facts)
  return {
    progress: Math.max(progress, facts.progress),
    requiredSeconds,
    doneSeconds,
    missingSeconds: requiredSeconds - doneSeconds,
    missingVideos: missing.length,
    isKept: facts.progress > progress,
    hasElectives: counted.length < items.length,
    refused: [...reasons]
      .map(([reason, seconds]) => ({ reason, seconds: Math.floor(seconds) }))
      .filter(({ seconds }) => seconds > 0)
      .sort((a, b) => b.seconds - a.seconds || a.reason.localeCompare(b.reason)),
    missingElectiveTenths: Math.max(0, facts.electiveMinTenths - facts.electiveTenths),
    exam: !facts.examRequired ? 'none' : parts.includes('exam') ? 'missing' : 'passed',
    isManual: facts.passedBy === 'manual',
  }
}
