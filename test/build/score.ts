import { applicationCalls } from '../../features/signUp/application/contract.ts'
import { seatCalls } from '../../features/signUp/seat/contract.ts'
import type { World } from '../harness.ts'
import { appliedImport, aSheetFile } from './import.ts'
import { aLearner, type BuiltAccount, type BuiltPortal } from './portal.ts'
import { anApplication, aSession, aSignUp, type BuiltSignUp, signUpMenus } from './signUp.ts'

/** Pages of scores and sign-ups, for the role of who administers both. */
export const scoreMenus = [
  ...signUpMenus,
  '/cms-manage/score-manage',
  '/customer/exception-register',
  '/student-manage/student',
]

export interface Sitter {
  applicationId: string
  learner: BuiltAccount
  name: string
  ticketNo: string
}

/** Moves the sessions of an exam into the past: its people have sat it. */
export const sitNow = (world: World, signUpId: string) => world.db`
  update sign_up_sessions x set starts_at = starts_at - interval '90 days', ends_at = ends_at - interval '90 days'
  from sign_up_subjects j where j.id = x.subject_id and j.sign_up_id = ${signUpId}`

/** An exam with a subject of 100 points for each name, and people who have sat all of them, or are to where it is ahead. */
export async function aSatExam(
  world: World,
  portal: BuiltPortal,
  token: string,
  names: readonly string[],
  {
    subjects = ['综合知识'],
    unitId,
    ahead = false,
  }: { subjects?: readonly string[]; unitId?: string; ahead?: boolean } = {},
): Promise<{ signUp: BuiltSignUp; sitters: Sitter[] }> {
  const signUp = await aSignUp(world, token, {
    kind: 'exam',
    title: '职业资格考试',
    subjects: subjects.map((name, at) => ({ name, sessions: [aSession(50, 30 + at)] })),
  })
  const people: Omit<Sitter, 'ticketNo'>[] = []
  for (const name of names) {
    const learner = await aLearner(world, portal, { name, ...(unitId && { unitId }) })
    people.push({ applicationId: await anApplication(world, learner.token, signUp), learner, name })
  }
  const ids = people.map(({ applicationId }) => applicationId)
  await world.ask(applicationCalls.review, { ids, approve: true }, token)
  await world.ask(seatCalls.assign, { signUpId: signUp.id }, token)
  const { list } = await world.ask(seatCalls.findSeats, { signUpId: signUp.id, limit: 50 }, token)
  const ticketOf = new Map(list.map(({ applicationId, ticketNo }) => [applicationId, ticketNo]))
  if (!ahead) await sitNow(world, signUp.id)
  return {
    signUp,
    sitters: people.map((one) => ({ ...one, ticketNo: ticketOf.get(one.applicationId)! })),
  }
}

/** A row of a sheet of scores: whose, of which subject, and the score. */
export const aScoreRow = (
  { ticketNo, name }: Pick<Sitter, 'ticketNo' | 'name'>,
  score: number | string,
  subject = '综合知识',
) => [ticketNo, name, subject, score]

/** A sheet of scores, as its template has them. */
export const aScoreFile = (rows: readonly unknown[][]): Buffer =>
  aSheetFile([['准考证号', '姓名', '科目', '成绩'], ...rows])

/** Imports scores of a sign-up, good rows at once. */
export const importScores = (world: World, token: string, signUpId: string, rows: readonly unknown[][]) =>
  appliedImport(world, token, { kind: 'score', params: { signUpId } }, aScoreFile(rows))
