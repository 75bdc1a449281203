import { measure, merge, outside, type Ranges } from '../beat/rules.ts'
import type { BeatAnswer, ClassProcess, StudyItem, StudyRefusal } from '../contract.ts'
import type { QueuedBeat } from './savedBeats.ts'

/** State of the item this window plays, as the server's answers come in. Times in seconds. */
export interface LiveItem {
  ranges: Ranges
  refusals: readonly StudyRefusal[]
  watchedSeconds: number
  /** The watched edge, counted or on its way. */
  edge: number
  done: boolean
  /** Basis points of the class; null before the first answer. */
  progress: number | null
  savedAt: string | null
}

/** An item as the list of the class gives it. */
export function liveOf(item: StudyItem): LiveItem {
  return {
    ranges: item.ranges,
    refusals: item.refusals,
    watchedSeconds: item.watchedSeconds,
    edge: item.furthest,
    done: item.state === 'done',
    progress: null,
    savedAt: null,
  }
}

/** Place to begin at: where one left off, or from the end back at the first second not counted. */
export function beginAt(resumeAt: number, item: StudyItem): number {
  if (resumeAt > 0 || item.state === 'done') return resumeAt
  return outside([0, item.durationSeconds], item.ranges)[0]?.[0] ?? 0
}

/** Stretch played and refused by an answer, with something to make up; what came twice is no loss. */
export function refusedBy(answer: BeatAnswer): BeatAnswer['refused'] {
  const { refused } = answer
  return refused && refused.reason !== 'repeated' && refused.to > refused.from ? refused : null
}

/** State of the item after an answer. */
export function afterAnswer(live: LiveItem, answer: BeatAnswer, beat: QueuedBeat): LiveItem {
  const refused = refusedBy(answer)
  const counted = refused ? Math.max(beat.from, refused.from) : beat.to
  return {
    ranges: answer.acceptedSeconds > 0 ? merge(live.ranges, [[beat.from, counted]]) : live.ranges,
    refusals: refused ? [...live.refusals, { ...refused, times: 1, at: answer.savedAt }] : live.refusals,
    watchedSeconds: Math.max(live.watchedSeconds, answer.watchedSeconds),
    edge: refused ? answer.furthest : Math.max(live.edge, answer.furthest),
    done: live.done || answer.itemDone,
    progress: Math.max(live.progress ?? 0, answer.progress),
    savedAt: answer.savedAt,
  }
}

/** The item merged with a newer list: what was counted only grows. */
export function withList(live: LiveItem, item: StudyItem): LiveItem {
  return {
    ...live,
    ranges: merge(live.ranges, item.ranges),
    refusals: [...item.refusals, ...live.refusals.filter((one) => !item.refusals.includes(one))],
    watchedSeconds: Math.max(live.watchedSeconds, item.watchedSeconds),
    edge: Math.max(live.edge, item.furthest),
    done: live.done || item.state === 'done',
  }
}

/** The list of the class with what the answers about one item said since it came. */
export function processWith(process: ClassProcess, itemId: string, live: LiveItem): ClassProcess {
  const { ranges, refusals, watchedSeconds, edge, done, progress } = live
  const renew = (item: StudyItem): StudyItem => ({
    ...item,
    ranges: ranges.map(([from, to]) => [from, to]),
    refusals: [...refusals],
    watchedSeconds,
    furthest: Math.max(item.furthest, edge),
    state: done ? 'done' : watchedSeconds > 0 ? 'started' : item.state,
  })
  return {
    ...process,
    progress: Math.max(process.progress, progress ?? 0),
    courses: process.courses.map((course) => ({
      ...course,
      items: course.items.map((item) => (item.itemId === itemId ? renew(item) : item)),
    })),
  }
}

/** A refused stretch of which something is still to be made up, and how many seconds. */
export interface Missed extends StudyRefusal {
  left: number
}

/** Stretches refused and not made up since: one entry a reason and stretch, in the order of the video. */
export function missedOf(refusals: readonly StudyRefusal[], ranges: Ranges): Missed[] {
  const joined: StudyRefusal[] = []
  for (const one of [...refusals].sort((a, b) => a.from - b.from || b.to - a.to)) {
    const met = joined.findIndex((other) => other.reason === one.reason && one.from <= other.to + 0.5)
    const other = joined[met]
    if (!other) joined.push(one)
    else {
      joined[met] = {
        ...other,
        to: Math.max(other.to, one.to),
        times: Math.max(other.times, one.times),
        at: other.at > one.at ? other.at : one.at,
      }
    }
  }
  return joined
    .map((one) => ({ ...one, left: measure(outside([one.from, one.to], ranges)) }))
    .filter(({ left }) => left >= 1)
}

/** Seconds of the video that were played, refused and not made up; a second refused twice is one second. */
export function missingOf(missed: readonly Missed[], ranges: Ranges): number {
  const all = merge(
    [],
    missed.map(({ from, to }) => [from, to] as const),
  )
  return all.reduce((sum, stretch) => sum + measure(outside(stretch, ranges)), 0)
}

/** Place to begin a missed stretch again: its first second not counted, or the watched edge before it. */
export function againAt(missed: Missed, live: Pick<LiveItem, 'ranges' | 'edge'>): number {
  return Math.min(live.edge, outside([missed.from, missed.to], live.ranges)[0]?.[0] ?? missed.from)
}
