import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  aSheetFile,
  beginImport,
  cellsOf,
  checkedImport,
  downloaded,
  reasonsOf,
  settledImport,
} from '../../../../test/build/import.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../../test/build/portal.ts'
import {
  aField,
  anApplication,
  aSignUp,
  type BuiltSignUp,
  signUpMenus,
} from '../../../../test/build/signUp.ts'
import { aJob } from '../../../../test/build/job.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { importCalls } from '../../../import/contract.ts'
import { applyJob } from '../../../import/server/actions.ts'
import { importJobs } from '../../../import/server/jobs.ts'
import { applicationCalls } from '../../application/contract.ts'
import type { FormField } from '../../contract.ts'
import { signUpCalls } from '../../contract.ts'
import { applicantKinds } from './actions.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: signUpMenus })
  admin = await anAccount(world, portal, { role: 'admin' })
})

const form: FormField[] = [
  aField('post', { label: '岗位', maxLength: 10 }),
  aField('level', { label: '级别', kind: 'choice', choices: ['初级', '中级'] }),
  aField('days', {
    label: '时段',
    kind: 'choice',
    choices: ['上午', '下午', '晚上'],
    most: 2,
    required: false,
  }),
  aField('since', { label: '参加工作', kind: 'date', from: '2000-01-01', to: '2020-12-31' }),
  aField('years', { label: '工龄', kind: 'number', min: 0, max: 60 }),
  aField('mobile', { label: '手机号', required: false }),
  aField('proof', { label: '证明', kind: 'file', fileKinds: ['image'], required: false }),
  aField('honest', { label: '承诺', kind: 'agreement', text: '属实' }),
]
const titles = [
  '真实姓名',
  '身份证号',
  '手机号',
  '岗位',
  '级别',
  '时段',
  '参加工作',
  '工龄',
  '第 6 项 手机号',
  '承诺',
]
const good = ['教师', '中级', '上午；晚上', '2012-07-01', '8', '无', '同意']

interface Person {
  accountId: string
  name: string
  card: string
  token: string
}

async function aPerson(name: string, more: object = {}): Promise<Person> {
  const { accountId, token } = await aLearner(world, portal, { ...more, name })
  const [row] = await world.db<{ cardSealed: Buffer }[]>`
    select card_sealed from students where account_id = ${accountId}`
  return { accountId, token, name, card: world.app.secrets.open('students.card', accountId, row!.cardSealed) }
}

const rowOf = ({ name, card }: Pick<Person, 'name' | 'card'>, cells: readonly string[] = good) => [
  name,
  card,
  '',
  ...cells,
]
const into = ({ id }: Pick<BuiltSignUp, 'id'>, kind = 'training') => ({
  kind: `${kind}Applicants`,
  params: { signUpId: id },
})
const fileOf = (...rows: string[][]) => aSheetFile([titles, ...rows])

async function applied(token: string, importId: string) {
  await world.ask(importCalls.apply, { importId }, token)
  return settledImport(world, token, importId)
}

const applicationsOf = async ({ id }: BuiltSignUp) =>
  (await world.ask(applicationCalls.query, { signUpId: id, limit: 50, sort: 'appliedAt' }, admin.token)).list

test('a sheet of the form applies for its people by the same rules; each row that is refused says why', async () => {
  const beside = await aUnit(world, portal.projectId)
  const manager = await anAccount(world, portal, { role: 'unit' })
  const people = await Promise.all(['甲一', '乙二', '丙三', '丁四'].map((name) => aPerson(name)))
  const [first, second, third, fourth] = people as [Person, Person, Person, Person]
  const foreign = await aPerson('戊五', { unitId: beside })
  const there = await aPerson('己六')
  const signUp = await aSignUp(world, admin.token, { fields: form, quota: 4 })
  await world.ask(
    applicationCalls.apply,
    {
      signUpId: signUp.id,
      formVersion: 1,
      subjectIds: [],
      answers: [
        { key: 'post', text: '教师' },
        { key: 'level', choices: ['初级'] },
        { key: 'since', date: '2012-07-01' },
        { key: 'years', number: 3 },
        { key: 'honest', agreed: true },
      ],
    },
    there.token,
  )
  const { bytes } = await downloaded(world, manager.token, importCalls.downloadTemplate.path, {
    kind: into(signUp).kind,
    of: signUp.id,
  })
  const [header] = cellsOf(bytes)
  assert.deepEqual(
    header!.map((title) => title.replaceAll('*', '')),
    ['序号', ...titles],
  )
  const file = fileOf(
    rowOf(first),
    rowOf(second, ['教师', '高级', '上午；晚上；下午', '2021-01-01', '八', '无', '']),
    rowOf(first),
    rowOf(foreign),
    rowOf(there),
    rowOf({ name: '无人', card: '110101198506150027' }),
    rowOf(await aPerson('子九'), ['超过十个字的岗位名称一定不行', ...good.slice(1)]),
    rowOf(third),
    rowOf(fourth),
    rowOf({ name: '别名', card: second.card }),
  )
  const checked = await checkedImport(world, manager.token, into(signUp), file)
  assert.deepEqual([checked.fresh, checked.bad, checked.unitName !== null], [3, 7, true])
  assert.deepEqual(await reasonsOf(world, manager.token, checked.importId), [
    [
      3,
      'answerlevel：“高级”不在可选项中',
      'answerdays：最多选 2 项',
      'answersince：不能晚于 2020-12-31',
      'answeryears：“八”不是数字',
      'answerhonest：需要同意后才能报名',
    ],
    [4, '整行：与第 2 行是同一个人'],
    [5, '整行：不是本单位及下级单位的人员'],
    [6, '整行：已经报名'],
    [7, 'cardNumber：平台上没有这个人'],
    [8, 'answerpost：最多 10 个字'],
    [11, 'realName：与这个号码登记的姓名不同'],
  ])
  const done = await applied(manager.token, checked.importId)
  assert.deepEqual([done.status, done.added, done.rejected], ['applied', 3, 7])
  const rows = await applicationsOf(signUp)
  assert.deepEqual(
    new Map(rows.map((row) => [row.accountId, row.bySelf])),
    new Map([there, first, third, fourth].map(({ accountId }) => [accountId, accountId === there.accountId])),
  )
  const { answers } = await world.ask(
    applicationCalls.get,
    { id: rows.find(({ accountId }) => accountId === first.accountId)!.id },
    admin.token,
  )
  assert.deepEqual(answers, [
    { key: 'post', text: '教师' },
    { key: 'level', choices: ['中级'] },
    { key: 'days', choices: ['上午', '晚上'] },
    { key: 'since', date: '2012-07-01' },
    { key: 'years', number: 8 },
    { key: 'mobile', text: '无' },
    { key: 'honest', agreed: true },
  ])
})

test('the same file again adds nothing, and the same upload gives the same import', async () => {
  const signUp = await aSignUp(world, admin.token, { fields: [aField('post', { label: '岗位' })] })
  const person = await aPerson('庚七')
  const file = aSheetFile([
    ['姓名', '证件号', '岗位'],
    [person.name, person.card, '教师'],
  ])
  const first = await checkedImport(world, admin.token, into(signUp), file)
  assert.equal((await applied(admin.token, first.importId)).added, 1)
  const again = await checkedImport(world, admin.token, into(signUp), file)
  assert.deepEqual([again.fresh, again.bad], [0, 1])
  assert.equal((await world.call(importCalls.apply, { importId: again.importId }, admin.token)).respCode, 409)
  assert.equal((await applicationsOf(signUp)).length, 1)
})

test('an import that dies after a checkpoint is gone on with, and applies for nobody twice', async () => {
  const signUp = await aSignUp(world, admin.token, { fields: [aField('post', { label: '岗位' })] })
  const people = await Promise.all(Array.from({ length: 105 }, (_, at) => aPerson(`学员${at}`)))
  const file = aSheetFile([
    ['姓名', '证件号', '岗位'],
    ...people.map(({ name, card }) => [name, card, '教师']),
  ])
  const { importId } = await checkedImport(world, admin.token, into(signUp), file)
  const handler = importJobs([...applicantKinds]).find(({ type }) => type === applyJob.type)!
  const [job] = await world.db<{ input: Record<string, unknown> }[]>`
    select j.input from imports i join jobs j on j.id = i.job_id where i.id = ${importId}`
  // Its own job is given up, so that the runs here are all there are.
  await world.db`
    with job as (insert into jobs (type, lane, status, fence) values ('import.apply', 'people', 'failed', 1) returning id)
    update imports set status = 'applying', job_id = job.id from job where imports.id = ${importId}`
  const run = (more: object = {}) => handler.run(aJob({ input: job!.input, ...more }), world.app)
  let steps = 0
  const dies = run({
    progress: async () => {
      if (steps++ > 0) throw new Error('killed')
    },
  })
  await assert.rejects(dies, /killed/)
  assert.equal((await world.ask(signUpCalls.get, { id: signUp.id }, admin.token)).taken, 100)
  // Two at once, as where a lease was lost.
  await Promise.all([run(), run()])
  const done = await world.ask(importCalls.getProgress, { importId }, admin.token)
  assert.deepEqual([done.status, done.added, done.rejected], ['applied', 105, 0])
  const [rows] =
    await world.db`select count(*)::int from sign_up_applications where sign_up_id = ${signUp.id}`
  assert.equal(rows!.count, 105)
})

test('rows beyond the last place are refused before, and a place that is gone by then refuses its row alone', async () => {
  const signUp = await aSignUp(world, admin.token, { quota: 2, fields: [aField('post', { label: '岗位' })] })
  const people = await Promise.all(['一', '二', '三'].map((name) => aPerson(`辛${name}`)))
  const file = aSheetFile([
    ['姓名', '证件号', '岗位'],
    ...people.map(({ name, card }) => [name, card, '教师']),
  ])
  const checked = await checkedImport(world, admin.token, into(signUp), file)
  assert.deepEqual(await reasonsOf(world, admin.token, checked.importId), [[4, '整行：名额已满']])
  await anApplication(world, (await aLearner(world, portal)).token, signUp)
  const done = await applied(admin.token, checked.importId)
  assert.deepEqual([done.added, done.rejected], [1, 2])
  assert.equal((await world.ask(signUpCalls.get, { id: signUp.id }, admin.token)).taken, 2)
  assert.match(JSON.stringify(await reasonsOf(world, admin.token, done.importId)), /没有名额|名额已满/)
})

test('a form that changed after the check refuses the rows that were read by the older one', async () => {
  const signUp = await aSignUp(world, admin.token, { fields: [aField('post', { label: '岗位' })] })
  const person = await aPerson('壬八')
  const file = aSheetFile([
    ['姓名', '证件号', '岗位'],
    [person.name, person.card, '教师'],
  ])
  const { importId } = await checkedImport(world, admin.token, into(signUp), file)
  const now = await world.ask(signUpCalls.get, { id: signUp.id }, admin.token)
  await world.ask(
    signUpCalls.save,
    { ...now, fields: [aField('post', { label: '职务' })] } as never,
    admin.token,
  )
  assert.equal((await applied(admin.token, importId)).added, 0)
  assert.match(JSON.stringify(await reasonsOf(world, admin.token, importId)), /报名表已修改/)
})

test('an exam’s sheet has its subjects, of which several are written in a cell', async () => {
  const subjects = ['语文', '数学'].map((name) => ({ name, sessions: [] }))
  const fields = [aField('post', { label: '岗位' })]
  const exam = await aSignUp(world, admin.token, { kind: 'exam', subjects, fields })
  const people = await Promise.all(['一', '二', '三', '四'].map((name) => aPerson(`癸${name}`)))
  const written = ['数学', '语文;数学', '英语', '数　学； 语 文']
  const file = aSheetFile([
    ['姓名', '证件号', '报考科目', '岗位'],
    ...people.map(({ name, card }, at) => [name, card, written[at], '教师']),
  ])
  const checked = await checkedImport(world, admin.token, into(exam, 'exam'), file)
  assert.deepEqual(await reasonsOf(world, admin.token, checked.importId), [
    [4, 'subjects：“英语”不在可选项中'],
  ])
  assert.equal((await applied(admin.token, checked.importId)).added, 3)
  assert.deepEqual((await applicationsOf(exam)).map(({ subjectNames }) => subjectNames.join('')).toSorted(), [
    '数学',
    '语文数学',
    '语文数学',
  ])
})

test('no sheet is begun for a sign-up that is out of reach, of the other kind, not open, full or in want of a file', async () => {
  const { projectId } = portal
  const manager = await anAccount(world, portal, { role: 'unit', unitId: await aUnit(world, projectId) })
  const far = await aSignUp(world, admin.token, { unitIds: [await aUnit(world, projectId)] })
  const open = await aSignUp(world, admin.token)
  const closed = await aSignUp(world, admin.token)
  await world.ask(signUpCalls.updateStatus, { ids: [closed.id], event: 'close' }, admin.token)
  const photo = aField('photo', { label: '照片', kind: 'file', fileKinds: ['image'] })
  const withFile = await aSignUp(world, admin.token, { fields: [photo] })
  for (const [signUp, kind, token, code] of [
    [far, 'training', manager.token, 404],
    [open, 'exam', admin.token, 404],
    [closed, 'training', admin.token, 409],
    [withFile, 'training', admin.token, 409],
    [{ id: portal.projectId }, 'training', admin.token, 404],
  ] as const) {
    const named = into(signUp, kind)
    await assert.rejects(beginImport(world, token, named, fileOf(good)), new RegExp(`${code}`))
    const template = { kind: named.kind, of: signUp.id }
    assert.equal((await world.call(importCalls.getTemplate, template, token)).respCode, code)
  }
  const none = await world.call(importCalls.getTemplate, { kind: 'trainingApplicants' }, admin.token)
  assert.deepEqual([none.respCode, none.field], [422, 'of'])
  const unnamed = beginImport(world, admin.token, { kind: 'trainingApplicants', params: {} }, fileOf(good))
  await assert.rejects(unnamed, /signUpId|422/)
})
