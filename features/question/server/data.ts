import { type Static, Type } from 'typebox'
import type { InputOf } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { bigramsOf } from '../../../contract/search.ts'
import { type Db, rowsOf } from '../../../server/db.ts'
import { page } from '../../../server/page.ts'
import { inScope, type ProjectScope, type Scope } from '../../../server/session.ts'
import { Question, QuestionContent, QuestionKey, questionRefusals, type questionCalls } from '../contract.ts'

/** One page of questions with their keys, newest first, or by their second in a video. */
export async function pageQuestions(db: Db, scope: Scope, input: InputOf<typeof questionCalls.find>) {
  const { keyword } = input
  return page(db, Question, input, {
    columns: db`
      q.id as question_id, q.bank_id, b.name as bank_name, q.resource_id, r.title as resource_title, q.at_second,
      q.must_pass, q.rewind_to, q.type, q.category, q.difficulty, q.score, q.version, q.status, q.updated_at,
      v.content, k.key`,
    key: db`q.id`,
    from: db`questions q`,
    join: db`
      join question_versions v on v.question_id = q.id and v.version = q.version
      join question_keys k on k.version_id = v.id
      left join question_banks b on b.id = q.bank_id
      left join resources r on r.id = q.resource_id`,
    where: [
      inScope(db, scope, { project: 'q.project_id' }),
      input.status ? db`q.status = ${input.status}` : db`q.status <> 'deleted'`,
      input.bankId !== undefined && db`q.bank_id = ${input.bankId}`,
      input.resourceId !== undefined && db`q.resource_id = ${input.resourceId}`,
      input.type !== undefined && db`q.type = ${input.type}`,
      input.category && db`q.category = ${input.category}`,
      input.difficulty !== undefined && db`q.difficulty = ${input.difficulty}`,
      keyword && db`q.stem_bigrams @> ${bigramsOf(keyword)}::text[]`,
    ],
    sorts: { score: db`q.score`, status: db`q.status`, updatedAt: db`q.updated_at` },
    orderBy: input.resourceId ? db`q.at_second, q.created_at desc, q.id` : db`q.created_at desc, q.id`,
  })
}

/** Reads the stems of questions of the caller's scope, by their ids; those that have been deleted as well. */
export async function nameQuestions(
  db: Db,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db`
    select q.id, left(v.content->>'stem', 60) as stem
    from questions q join question_versions v on v.question_id = q.id and v.version = q.version
    where q.id = any(${ids as string[]}::uuid[]) and ${inScope(db, scope, { project: 'q.project_id' })}`
  return new Map(rows.map(({ id, stem }) => [id as string, stem as string]))
}

const LockedQuestion = Type.Object({
  id: Type.String(),
  bankId: Type.Union([Type.String(), Type.Null()]),
  resourceId: Type.Union([Type.String(), Type.Null()]),
  category: Type.String(),
  difficulty: Type.String(),
  score: Type.Number(),
  version: Type.Integer(),
  status: Type.String(),
  content: QuestionContent,
  key: QuestionKey,
})
type LockedQuestion = Static<typeof LockedQuestion>

/** Questions of the caller's scope, locked; refuses (404) unless all of them are there. */
export async function lockQuestions(
  db: Db,
  scope: ProjectScope,
  ids: readonly string[],
): Promise<LockedQuestion[]> {
  const wanted = [...new Set(ids)]
  const rows = await db`
    select q.id, q.bank_id, q.resource_id, q.category, q.difficulty, q.score, q.version, q.status,
      v.content, k.key
    from questions q
    join question_versions v on v.question_id = q.id and v.version = q.version
    join question_keys k on k.version_id = v.id
    where q.id = any(${wanted}::uuid[]) and q.status <> 'deleted'
      and ${inScope(db, scope, { project: 'q.project_id' })}
    order by q.id for update of q`
  return rows.length === wanted.length ? rowsOf(LockedQuestion, rows) : refuse(commonRefusals.notFound)
}

/** Refuses (404) a bank or video that is not in the caller's scope, and (422) a second past the video's end. */
export async function assertPlaces(
  db: Db,
  scope: ProjectScope,
  places: { bankId: string | null; resourceId: string | null; atSecond: number | null },
): Promise<void> {
  const [row] = await db`select
    ${places.bankId}::uuid is null or exists (
      select from question_banks b where b.id = ${places.bankId} and b.status = 'active'
        and ${inScope(db, scope, { project: 'b.project_id' })}) as bank,
    ${places.resourceId}::uuid is null or exists (
      select from resources r where r.id = ${places.resourceId} and r.status = 'active'
        and ${inScope(db, scope, { project: 'r.project_id' })}) as resource,
    (select r.duration_seconds from resources r where r.id = ${places.resourceId}) as seconds`
  if (!row!.bank || !row!.resource) refuse(commonRefusals.notFound)
  const seconds = row!.seconds as number | null
  if (seconds !== null && places.atSecond !== null && places.atSecond > seconds) {
    refuse(questionRefusals.pastEnd, { seconds: Math.floor(seconds) }, 'atSecond')
  }
}

/** The paper that names one of the questions, or null. */
export async function findPaperUsing(db: Db, questionIds: readonly string[]): Promise<string | null> {
  const [row] = await db`
    select name from papers where status = 'active' and question_ids && ${questionIds as string[]}::uuid[] limit 1`
  return (row?.name as string | undefined) ?? null
}
