import { randomInt } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { InputOf } from '../../../../contract/call.ts'
import { refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import type { Db, Tx } from '../../../../server/db.ts'
import { badInput } from '../../../../server/input.ts'
import { assertCurrent } from '../../../../server/revision.ts'
import type { ProjectSession } from '../../../../server/session.ts'
import { contentsOf } from '../../../question/server/actions.ts'
import { assertType } from '../../type/server/actions.ts'
import { type paperCalls, paperRefusals, type Section, type Shortage } from '../contract.ts'
import { draw, type Item, layOut, type Pool, problemsOfPaper, seeded, totalOf } from '../rules.ts'
import { findExamUsing, findPools, lockPaper } from './data.ts'
import { paperEdits } from './edits.ts'

/** The shortages of sections, each once; empty when a paper can be drawn from them. */
export async function findShortages(
  db: Db,
  projectId: string,
  sections: readonly Section[],
): Promise<Shortage[]> {
  const pools = await findPools(db, projectId, sections)
  const drawn = draw(sections, pools, seeded(0))
  return 'shortage' in drawn ? [drawn.shortage] : []
}

/** Refuses (422) sections from which no paper can be drawn, naming the first that lacks questions. */
export async function assertDrawable(db: Db, projectId: string, sections: readonly Section[]): Promise<void> {
  const [shortage] = await findShortages(db, projectId, sections)
  if (!shortage) return
  const words = sections[shortage.section]!.count === 0 ? paperRefusals.unknownQuestion : paperRefusals.short
  refuse(words, { ...shortage, section: shortage.section + 1 }, `sections.${shortage.section}.count`)
}

/**
 * Creates a paper, or changes the one named by id as it was read at a revision. Refuses one that contradicts itself or
 * lacks questions (422), and an older revision (409).
 */
export async function savePaper(
  tx: Tx,
  session: ProjectSession,
  input: InputOf<typeof paperCalls.savePaper>,
): Promise<{ paperId: string; total: number }> {
  const [problem] = problemsOfPaper(input)
  if (problem) throw badInput(problem.field, problem)
  const before = input.paperId ? await lockPaper(tx, session.scope, input.paperId) : null
  if (before) await assertCurrent(tx, paperEdits, before, input.revision)
  if (input.typeId) await assertType(tx, session.scope, 'paper', input.typeId)
  await assertDrawable(tx, session.projectId, input.sections)
  const { paperId: _id, revision: _read, sections, ...fields } = input
  const total = totalOf(sections)
  const row = {
    ...fields,
    typeId: input.typeId ?? null,
    total,
    sections: tx.json(sections as never),
    questionIds: sections.flatMap((section) => section.questionIds),
  }
  const [saved] = before
    ? await tx`update papers set ${tx(row)}, version = version + 1 where id = ${before.id} returning id`
    : await tx`insert into papers ${tx({ ...row, projectId: session.projectId })} returning id`
  const paperId = saved!.id as string
  await audit(tx, {
    by: session,
    action: before ? 'paper.change' : 'paper.create',
    subjectKind: 'paper',
    subjectId: paperId,
    before,
    after: await lockPaper(tx, session.scope, paperId),
  })
  return { paperId, total }
}

/** Deletes a paper; refuses (409) while an exam uses it. */
export async function deletePaper(tx: Tx, session: ProjectSession, paperId: string): Promise<void> {
  const paper = await lockPaper(tx, session.scope, paperId)
  const exam = await findExamUsing(tx, paperId)
  if (exam) refuse(paperRefusals.usedByExam, { exam })
  await tx`update papers set status = 'deleted' where id = ${paperId}`
  await audit(tx, {
    by: session,
    action: 'paper.delete',
    subjectKind: 'paper',
    subjectId: paperId,
    before: paper,
  })
}

/** A paper as far as drawing it needs it. */
interface DrawingPaper {
  paperId: string
  version: number
  projectId: string
  sections: Section[]
  shuffleQuestions: boolean
  shuffleOptions: boolean
}

// A question taken out of use is drawn for at most this long after; a thousand starts query once.
const pools = new LRUCache<string, Promise<Pool[]>>({ max: 500, ttl: 3000 })

function rememberedPools(db: Db, paper: DrawingPaper): Promise<Pool[]> {
  const name = `${paper.paperId} ${paper.version}`
  let found = pools.get(name)
  if (!found) {
    found = findPools(db, paper.projectId, paper.sections)
    pools.set(name, found)
    found.catch(() => pools.delete(name))
  }
  return found
}

/** Draws a paper for one attempt; the seed reproduces it. Refuses (409) when its bank has run short. */
export async function drawPaper(db: Db, paper: DrawingPaper): Promise<{ seed: number; items: Item[] }> {
  const seed = randomInt(2 ** 47)
  const random = seeded(seed)
  const drawn = draw(paper.sections, await rememberedPools(db, paper), random)
  if ('shortage' in drawn) refuse(paperRefusals.notReady)
  const contents = await contentsOf(
    db,
    drawn.chosen.flat().map(({ versionId }) => versionId),
  )
  return { seed, items: layOut(paper, drawn.chosen, contents, random) }
}
