import type { Tx } from '../../../server/db.ts'
import { badInput } from '../../../server/input.ts'
import { findUnknownCodes } from '../../dictionary/server/actions.ts'
import type { SignUp, SignUpFields } from '../contract.ts'
import { faultOfField } from '../rules.ts'

/** True if a moment is not after another, in whatever zones they are written. */
const isNotAfter = (late: string, early: string) => Date.parse(late) <= Date.parse(early)

const repeated = (names: readonly string[]) => names.findIndex((name, at) => names.indexOf(name) < at)

/** Refuses (422, the field named) a form with a field whose rules leave no answer, or with two fields of one key. */
function assertForm({ fields }: SignUpFields): void {
  for (const [at, field] of fields.entries()) {
    const fault = faultOfField(field)
    if (fault) throw badInput(`fields.${at}.${fault.at}`, fault.words)
  }
  const twice = repeated(fields.map(({ key }) => key))
  if (twice >= 0)
    throw badInput(`fields.${twice}.key`, { zh: '与另一项相同', en: 'is the key of another field' })
}

/** Refuses (422, the field named) subjects of a training, two of one name, and sessions or rooms that cannot be. */
function assertSubjects({ kind, subjects }: SignUpFields, before: SignUp | null): void {
  if (kind === 'training' && subjects.length > 0)
    throw badInput('subjects', { zh: '只有考试报名才有科目', en: 'are of an exam alone' })
  const twice = repeated(subjects.map(({ name }) => name))
  if (twice >= 0)
    throw badInput(`subjects.${twice}.name`, { zh: '科目重复', en: 'is the name of another subject' })
  const known = new Map(before?.subjects.map((subject) => [subject.id, subject]))
  const used = new Set<string>()
  for (const [at, { id, sessions, ...marks }] of subjects.entries()) {
    const here = `subjects.${at}`
    const { fullScore = 100, passScore = 60 } = { ...known.get(id), ...marks }
    if (fullScore === 0) throw badInput(`${here}.fullScore`, { zh: '应大于 0', en: 'must be above 0' })
    if (passScore > fullScore)
      throw badInput(`${here}.passScore`, { zh: '不能高于总分', en: 'must not be above the full score' })
    if (id !== undefined && (!known.has(id) || used.has(id)))
      throw badInput(`${here}.id`, { zh: '没有这个科目', en: 'is not a subject of this sign-up' })
    if (id !== undefined) used.add(id)
    const own = new Set(id && known.get(id)?.sessions.map((session) => session.id))
    for (const [place, session] of sessions.entries()) {
      const there = `${here}.sessions.${place}`
      if (session.id !== undefined && !own.delete(session.id))
        throw badInput(`${there}.id`, { zh: '没有这个场次', en: 'is not a session of this subject' })
      if (isNotAfter(session.endsAt, session.startsAt))
        throw badInput(`${there}.endsAt`, { zh: '应晚于开始时间', en: 'must be after the start' })
      if (repeated(session.rooms.map(({ name }) => name)) >= 0)
        throw badInput(`${there}.rooms`, { zh: '有重复的考场', en: 'names a room twice' })
    }
  }
}

/** Refuses (422, the field named) whatever of a sign-up cannot be, or the project does not have. */
export async function checkSignUp(
  tx: Tx,
  projectId: string,
  fields: SignUpFields,
  before: SignUp | null,
): Promise<void> {
  if (isNotAfter(fields.closesAt, fields.opensAt))
    throw badInput('closesAt', { zh: '应晚于开始时间', en: 'must be after the beginning' })
  assertForm(fields)
  assertSubjects(fields, before)
  const [unknown] = await findUnknownCodes(tx, projectId, 'region', fields.regions)
  if (unknown !== undefined)
    throw badInput('regions', { zh: `没有代码为“${unknown}”的地区`, en: `unknown region: “${unknown}”` })
  const units = await tx`
    select id from units where id = any(${fields.unitIds}::uuid[]) and project_id = ${projectId}
      and unit_exists(status) for share`
  const kept = new Set(before?.unitIds)
  if (fields.unitIds.some((id) => !kept.has(id) && !units.some((unit) => unit.id === id)))
    throw badInput('unitIds', { zh: '有单位不存在', en: 'a unit does not exist' })
}
