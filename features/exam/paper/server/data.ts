import { type Static, Type } from 'typebox'
import type { InputOf } from '../../../../contract/call.ts'
import { Nullable } from '../../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { type Db, rowOf, rowsOf } from '../../../../server/db.ts'
import { nameContains } from '../../../../server/names.ts'
import { page } from '../../../../server/page.ts'
import { inScope, type ProjectScope, type Scope } from '../../../../server/session.ts'
import { Paper, type paperCalls, type Section } from '../contract.ts'
import type { Pool } from '../rules.ts'

/** One page of papers, newest first. */
export async function pagePapers(db: Db, scope: Scope, input: InputOf<typeof paperCalls.queryPaperList>) {
  return page(db, Paper, input, {
    columns: db`
      p.id as paper_id, p.type_id, p.name, p.mode, p.sections, p.pass_score, p.minutes, p.shuffle_questions,
      p.shuffle_options, p.total, p.version, p.version as revision, p.created_at`,
    from: db`papers p`,
    where: [
      inScope(db, scope, { project: 'p.project_id' }),
      db`p.status = 'active'`,
      input.paperId !== undefined && db`p.id = ${input.paperId}`,
      input.typeId !== undefined && db`p.type_id = ${input.typeId}`,
      input.mode !== undefined && db`p.mode = ${input.mode}`,
      input.keyword && nameContains(db, db`p.name`, input.keyword),
    ],
    orderBy: db`p.created_at desc, p.id`,
  })
}

const LockedPaper = Type.Object({
  id: Type.String(),
  ...Type.Omit(Paper, ['paperId', 'version', 'createdAt']).properties,
})
type LockedPaper = Static<typeof LockedPaper>

/** An active paper of the caller's scope, locked, or a refusal 404. */
export async function lockPaper(db: Db, scope: ProjectScope, paperId: string): Promise<LockedPaper> {
  const rows = await db`
    select p.id, p.type_id, p.name, p.mode, p.sections, p.pass_score, p.minutes, p.shuffle_questions,
      p.shuffle_options, p.total, p.version as revision
    from papers p
    where p.id = ${paperId} and p.status = 'active' and ${inScope(db, scope, { project: 'p.project_id' })}
    for update`
  return rowOf(LockedPaper, rows) ?? refuse(commonRefusals.notFound)
}

/** The exam that uses a paper, or null. */
export async function findExamUsing(db: Db, paperId: string): Promise<string | null> {
  const [row] = await db`
    select name from exams where paper_id = ${paperId} and status in ('draft', 'active') limit 1`
  return (row?.name as string | undefined) ?? null
}

const PoolRow = Type.Object({
  section: Type.Integer(),
  place: Nullable(Type.Integer()),
  questionId: Type.String(),
  versionId: Type.String(),
})

/**
 * Returns the questions for each section of a paper: active ones of the project, in their current version.
 */
export async function findPools(db: Db, projectId: string, sections: readonly Section[]): Promise<Pool[]> {
  const rows = await db`
    select (s.place - 1)::int as section, array_position(s.named, q.id) as place,
      q.id as question_id, v.id as version_id
    from (
      select place, value->>'type' as type, (value->>'bankId')::uuid as bank_id, value->>'category' as category,
        value->>'difficulty' as difficulty, (value->>'count')::int as count,
        array(select jsonb_array_elements_text(value->'questionIds'))::uuid[] as named
      from jsonb_array_elements(${db.json(sections as never)}) with ordinality as given (value, place)) s
    join questions q on q.project_id = ${projectId} and q.status = 'active' and q.type = s.type and (
      q.id = any(s.named)
      or (s.count > 0 and q.bank_id = s.bank_id and (s.category is null or q.category = s.category)
        and (s.difficulty is null or q.difficulty = s.difficulty)))
    join question_versions v on v.question_id = q.id and v.version = q.version
    order by q.id`
  const found = rowsOf(PoolRow, rows)
  return sections.map((_, i) => {
    const here = found.filter(({ section }) => section === i)
    return {
      named: here.filter(({ place }) => place !== null).toSorted((a, b) => a.place! - b.place!),
      drawn: here.filter(({ place }) => place === null),
    }
  })
}
