import { lifecycle } from '../../../contract/lifecycle.ts'

/** Version of the text by which a learner agrees to pictures; anyone who agreed to another is asked again. */
export const captureConsentVersion = 2

/** Days a picture is kept, so that its result can be disputed; the consent states them. */
export const pictureDays = 30

/** The page on which a phone takes the picture for a check that waits on a computer. */
export const phoneCheckPath = '/student/presence-check'

/** Days in which a learner may appeal about a check that was missed or not accepted. */
export const appealDays = 30

/**
 * Milliseconds of study before its moment at which a check is announced: longer than what a window reports at once at the
 * highest rate, so that nobody who responds plays beyond the moment in vain.
 */
export const tellMs = 30_000

/** Side of the raster of greys by which two pictures are compared, in pixels. */
export const comparedSide = 32

/**
 * Root mean square of the differences of greys, of 255, up to which two pictures are almost the same: a copy that was
 * compressed or scaled again stays below it, and a person who sits there at another time moves by more.
 */
export const mostAlike = 3

/** Returns whether two rasters of greys, of as many pixels, are of almost the same picture. */
export function isAlike(one: Uint8Array, other: Uint8Array): boolean {
  const squares = one.reduce((sum, grey, i) => sum + (grey - other[i]!) ** 2, 0)
  return Math.sqrt(squares / one.length) <= mostAlike
}

/** A check that the learner is there, from being announced to its end. */
export const captureLifecycle = lifecycle({
  states: {
    open: ['等待确认', 'Waiting', { confirm: 'passed', take: 'taken', lapse: 'missed' }],
    missed: ['未完成', 'Missed', { appeal: 'appealed', accept: 'accepted', makeUp: 'made_up' }],
    taken: ['待比对', 'Being checked', { match: 'passed', doubt: 'review' }],
    review: ['待审核', 'Under review', { accept: 'accepted', reject: 'failed' }],
    passed: ['通过', 'Passed', { reject: 'failed' }],
    failed: ['未通过', 'Not accepted', { appeal: 'appealed', accept: 'accepted', makeUp: 'made_up' }],
    appealed: ['申诉中', 'Appealed', { accept: 'accepted', reject: 'rejected' }],
    accepted: ['人工认可', 'Accepted', { reject: 'failed' }],
    rejected: ['申诉不成立', 'Appeal rejected', { accept: 'accepted', makeUp: 'made_up' }],
    made_up: ['已补', 'Made up'],
  },
  events: {
    confirm: ['确认', 'confirm'],
    take: ['提交照片', 'send a photo'],
    lapse: ['超时', 'miss'],
    match: ['判为一致', 'pass'],
    doubt: ['转人工', 'pass on for review'],
    appeal: ['申诉', 'appeal'],
    accept: ['认可', 'accept'],
    reject: ['不认可', 'reject'],
    makeUp: ['补确认', 'make up'],
  },
})
export const captureStates = captureLifecycle.states
export type CaptureState = (typeof captureStates)[number]

/** Results a person may give. */
export const captureResults = ['accepted', 'failed'] as const
export type CaptureResult = (typeof captureResults)[number]

/** Settings of a project about misses. */
interface MissRule {
  captureMisses: number
  captureMakeUpDays: number
}

/** The least and the most minutes of study until the next check is drawn. */
interface Interval {
  captureEveryFrom: number
  captureEveryTo: number
}

/**
 * Interval of the checks of a class: its own bounds hold, and a bound of the project that contradicts the only one of the
 * class gives way to it. The project's two count in either order.
 */
export function intervalOf(project: Interval, own: Partial<Interval>): Interval {
  const least = Math.min(project.captureEveryFrom, project.captureEveryTo)
  const most = Math.max(project.captureEveryFrom, project.captureEveryTo)
  return {
    captureEveryFrom: own.captureEveryFrom ?? Math.min(least, own.captureEveryTo ?? least),
    captureEveryTo: own.captureEveryTo ?? Math.max(most, own.captureEveryFrom ?? most),
  }
}

/** Tells if so many misses stop the study of a class, and if the learner may still make them up. */
export function stopOf(
  rule: MissRule,
  { misses, sinceDays }: { misses: number; sinceDays: number },
): 'none' | 'makeUp' | 'over' {
  if (misses < rule.captureMisses) return 'none'
  return sinceDays <= rule.captureMakeUpDays ? 'makeUp' : 'over'
}
