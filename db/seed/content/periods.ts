/** Times to sign up and to study, ISO 8601 with offset; null means open. */
export interface ClassPeriod {
  signUpFrom: string
  signUpTo: string | null
  studyTo: string | null
  /** Days of study from joining, where no date ends it. */
  validDays: number | null
}

/**
 * Periods in which classes of a year are open, seen from the day on which the demo is filled. What can be
 * joined then can be joined for three weeks more, however late in the year it is, and learners have had weeks
 * to join it, however early: the demo is as full on New Year's Day as in November.
 */
export const periods = {
  year: wholeYear,
  /** A first-half class, closed at midsummer. */
  early: (year, today) =>
    between(firstDay(year, today), earliest(`${year}-06-30`, dayAfter(today, -21)), `${year}-09-30`),
  /** Announced, but not yet open before December. */
  later: (year, today) =>
    between(
      latest(`${year}-12-01`, dayAfter(today, noticeDays)),
      latest(`${year}-12-25`, dayAfter(today, 28)),
      latest(`${year}-12-31`, dayAfter(today, 35)),
    ),
  /** An earlier year's class, kept open for those who still owe hours. */
  makeUp: (year, today) => ({
    ...wholeYear(yearOf(today), today),
    signUpFrom: startOf(firstDay(year, today)),
  }),
  /** Always open; a year of study from joining. */
  rolling: (year, today) => ({
    signUpFrom: startOf(firstDay(year, today)),
    signUpTo: null,
    studyTo: null,
    validDays: 365,
  }),
} satisfies Record<string, (year: number, today: string) => ClassPeriod>

/** Days from the announcement of a class to its opening. */
export const noticeDays = 4

/** The whole year, to 20 December. */
export function wholeYear(year: number, today: string): ClassPeriod {
  const [signUpTo, studyTo] = [`${year}-12-20`, `${year}-12-31`]
  if (year < yearOf(today)) return between(firstDay(year, today), signUpTo, studyTo)
  return between(
    firstDay(year, today),
    latest(signUpTo, dayAfter(today, 21)),
    latest(studyTo, dayAfter(today, 35)),
  )
}

/** The first day of a year's classes; while the year is young, they were opened ahead of it. */
function firstDay(year: number, today: string): string {
  const usual = `${year}-01-05`
  return year < yearOf(today) ? usual : earliest(usual, dayAfter(today, -60))
}

/** The year of a day. */
export const yearOf = (day: string) => Number(day.slice(0, 4))
const earliest = (...days: string[]) => days.toSorted().at(0)!
const latest = (...days: string[]) => days.toSorted().at(-1)!

/** The day so many days after another; both as YYYY-MM-DD. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

const startOf = (day: string) => `${day}T09:00:00+08:00`
const endOf = (day: string) => `${day}T23:59:59+08:00`

function between(from: string, to: string, studyTo: string): ClassPeriod {
  return { signUpFrom: startOf(from), signUpTo: endOf(to), studyTo: endOf(studyTo), validDays: null }
}
