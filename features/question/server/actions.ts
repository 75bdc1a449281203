import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import type { InputOf } from '../../../contract/call.ts'
import { normalizeName } from '../../../contract/normalize.ts'
import { bigramsOf } from '../../../contract/search.ts'
import { refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import { namedCache } from '../../../server/cache.ts'
import { type Db, type Pool, rowsOf, type Tx } from '../../../server/db.ts'
import { badInput } from '../../../server/input.ts'
import type { ProjectSession } from '../../../server/session.ts'
import {
  type Difficulty,
  type QuestionInput,
  QuestionContent,
  QuestionKey,
  questionRefusals,
  type questionCalls,
} from '../contract.ts'
import { divide, normal, problemsOf, sameness } from '../rules.ts'
import { assertPlaces, findPaperUsing, lockQuestions } from './data.ts'

const sha256 = (...pieces: (string | Buffer)[]) =>
  pieces.reduce((hash, piece) => hash.update(piece), createHash('sha256')).digest()

/** Equal for questions with the same content: of one part, or of a material with its parts in order. */
export function contentHash(content: QuestionContent): Buffer {
  const parts = content.parts.map((part) => sha256(sameness(part)))
  return content.type === 'case' ? sha256(sha256(normal(content.material)), ...parts) : parts[0]!
}

/** Content and key of a question as it was put in; refuses (422) what could not be marked. */
export function readQuestion(input: QuestionInput): { content: QuestionContent; key: QuestionKey } {
  const [problem] = problemsOf(input)
  if (problem) throw badInput(problem.field, problem)
  const divided = input.parts.map(divide)
  return {
    content: {
      type: input.type,
      material: input.type === 'case' ? (input.material ?? '') : '',
      parts: divided.map((part) => part.content),
    },
    key: divided.map((part) => part.key),
  }
}

const stemOf = (content: QuestionContent) =>
  [content.material, ...content.parts.map((part) => part.stem)].join(' ').slice(0, 2000)

/** A question on its way into the database. */
export interface NewQuestion {
  projectId: string
  createdBy: string | null
  bankId: string | null
  resourceId: string | null
  atSecond: number | null
  mustPass: boolean
  rewindTo: number | null
  category: string
  difficulty: Difficulty
  score: number
  content: QuestionContent
  key: QuestionKey
}

async function insertVersions(
  tx: Tx,
  versions: readonly {
    questionId: string
    version: number
    createdBy: string | null
    content: QuestionContent
    key: QuestionKey
  }[],
): Promise<void> {
  const rows = await tx`
    insert into question_versions ${tx(
      versions.map(({ questionId, version, createdBy, content }) => ({
        questionId,
        version,
        createdBy,
        content: tx.json(content),
      })),
    )} returning id, question_id`
  const keys = new Map(versions.map(({ questionId, key }) => [questionId, key]))
  await tx`insert into question_keys ${tx(
    rows.map((row) => ({ versionId: row.id as string, key: tx.json(keys.get(row.questionId as string)!) })),
  )}`
}

/** Writes new questions; returns the id of each, or null where its bank (or video) has the same one already. */
export async function insertQuestions(tx: Tx, fresh: readonly NewQuestion[]): Promise<(string | null)[]> {
  if (fresh.length === 0) return []
  const hashes = fresh.map(({ content }) => contentHash(content))
  const rows = await tx`
    insert into questions ${tx(
      fresh.map(({ content, key: _key, createdBy: _by, ...row }, i) => ({
        ...row,
        // By this name a paper draws them: of a file as of a form.
        category: normalizeName(row.category),
        type: content.type,
        stemBigrams: bigramsOf(stemOf(content)),
        contentHash: hashes[i]!,
      })),
    )} on conflict do nothing returning id, encode(content_hash, 'hex') as hash`
  const ids = new Map(rows.map((row) => [row.hash as string, row.id as string]))
  const given = hashes.map((hash) => {
    const name = hash.toString('hex')
    const id = ids.get(name) ?? null
    // Of two equal ones in one call only the first was written.
    ids.delete(name)
    return id
  })
  const written = fresh.flatMap(({ content, key, createdBy }, i) =>
    given[i] ? [{ questionId: given[i], version: 1, createdBy, content, key }] : [],
  )
  if (written.length > 0) await insertVersions(tx, written)
  return given
}

/** Creates a question, or changes the one named by id; a change of content or key makes a new version. */
export async function saveQuestion(
  db: Pool,
  session: ProjectSession,
  input: InputOf<typeof questionCalls.save>,
): Promise<{ questionId: string; version: number }> {
  const { content, key } = readQuestion(input)
  const row = {
    bankId: input.bankId ?? null,
    resourceId: input.resourceId ?? null,
    atSecond: input.atSecond ?? null,
    mustPass: input.mustPass ?? false,
    rewindTo: input.rewindTo ?? null,
    category: input.category ?? '',
    difficulty: input.difficulty ?? 'medium',
    score: input.score ?? 1,
  }
  if (row.bankId === null && row.resourceId === null) refuse(questionRefusals.nowhere, {}, 'bankId')
  return db
    .begin(async (tx) => {
      await assertPlaces(tx, session.scope, row)
      if (input.questionId) {
        return changeQuestion(tx, session, input.questionId, { ...row, content, key })
      }
      const fresh = { ...row, projectId: session.projectId, createdBy: session.accountId, content, key }
      const [questionId] = await insertQuestions(tx, [fresh])
      if (!questionId) refuse(questionRefusals.sameQuestion)
      await audit(tx, {
        by: session,
        action: 'question.create',
        subjectKind: 'question',
        subjectId: questionId,
        after: { ...row, content },
      })
      return { questionId, version: 1 }
    })
    .catch((error: { code?: string; constraint_name?: string }) => {
      const same = error.code === '23505' && /^questions_(pinned_)?content$/.test(error.constraint_name ?? '')
      if (same) refuse(questionRefusals.sameQuestion)
      throw error
    })
}

async function changeQuestion(
  tx: Tx,
  session: ProjectSession,
  questionId: string,
  next: Omit<NewQuestion, 'projectId' | 'createdBy'>,
): Promise<{ questionId: string; version: number }> {
  const [before] = await lockQuestions(tx, session.scope, [questionId])
  const { content, key, ...row } = next
  const changed = !isDeepStrictEqual([before!.content, before!.key], [content, key])
  const version = before!.version + (changed ? 1 : 0)
  await tx`
    update questions set ${tx({
      ...row,
      type: content.type,
      stemBigrams: bigramsOf(stemOf(content)),
      contentHash: contentHash(content),
      version,
    })}, updated_at = moment() where id = ${questionId}`
  if (changed) await insertVersions(tx, [{ questionId, version, createdBy: session.accountId, content, key }])
  await audit(tx, {
    by: session,
    action: 'question.change',
    subjectKind: 'question',
    subjectId: questionId,
    before: { version: before!.version, category: before!.category, difficulty: before!.difficulty },
    after: { ...row, version },
  })
  return { questionId, version }
}

/** Takes questions out of use or back into it; refuses (409) to take out what a paper names. All or none. */
export async function setDisabled(
  tx: Tx,
  session: ProjectSession,
  questionIds: readonly string[],
  disabled: boolean,
): Promise<void> {
  const status = disabled ? 'disabled' : 'active'
  const questions = await lockQuestions(tx, session.scope, questionIds)
  const paper = disabled ? await findPaperUsing(tx, questionIds) : null
  if (paper) refuse(questionRefusals.usedByPaper, { paper })
  for (const question of questions) {
    if (question.status === status) continue
    await tx`update questions set status = ${status}, updated_at = moment() where id = ${question.id}`
    await audit(tx, {
      by: session,
      action: disabled ? 'question.disable' : 'question.enable',
      subjectKind: 'question',
      subjectId: question.id,
      before: { status: question.status },
      after: { status },
    })
  }
}

/** Deletes questions; refuses (409) while a paper names one of them. Attempts keep their versions. */
export async function deleteQuestions(
  tx: Tx,
  session: ProjectSession,
  questionIds: readonly string[],
): Promise<void> {
  const questions = await lockQuestions(tx, session.scope, questionIds)
  const paper = await findPaperUsing(tx, questionIds)
  if (paper) refuse(questionRefusals.usedByPaper, { paper })
  for (const question of questions) {
    await tx`update questions set status = 'deleted', updated_at = moment() where id = ${question.id}`
    await audit(tx, {
      by: session,
      action: 'question.delete',
      subjectKind: 'question',
      subjectId: question.id,
      before: { status: question.status },
    })
  }
}

const VersionRow = Type.Object({ id: Type.String(), content: QuestionContent })
const KeyRow = Type.Object({ id: Type.String(), key: QuestionKey })
// Versions never change, so what was read once stays true.
const contents = namedCache<QuestionContent>('questions', { max: 20_000 })
const keys = namedCache<QuestionKey>('questionKeys', { max: 20_000 })

async function remembered<T extends object>(
  cache: LRUCache<string, T>,
  ids: readonly string[],
  read: (missing: string[]) => Promise<{ id: string; value: T }[]>,
): Promise<Map<string, T>> {
  const found = new Map<string, T>()
  const missing: string[] = []
  for (const id of ids) {
    const known = cache.get(id)
    if (known) found.set(id, known)
    else missing.push(id)
  }
  if (missing.length > 0) {
    for (const { id, value } of await read(missing)) {
      cache.set(id, value)
      found.set(id, value)
    }
  }
  return found
}

/** The content of versions by id, without their keys. */
export function contentsOf(db: Db, versionIds: readonly string[]): Promise<Map<string, QuestionContent>> {
  return remembered(contents, versionIds, async (missing) => {
    const rows = await db`select id, content from question_versions where id = any(${missing}::uuid[])`
    return rowsOf(VersionRow, rows).map(({ id, content }) => ({ id, value: content }))
  })
}

/** Answers and explanations by version id: for marking, and for showing once they may be shown. */
export function keysOf(db: Db, versionIds: readonly string[]): Promise<Map<string, QuestionKey>> {
  return remembered(keys, versionIds, async (missing) => {
    const rows =
      await db`select version_id as id, key from question_keys where version_id = any(${missing}::uuid[])`
    return rowsOf(KeyRow, rows).map(({ id, key }) => ({ id, value: key }))
  })
}
