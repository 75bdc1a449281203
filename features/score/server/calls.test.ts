import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { aCaptcha } from '../../../test/build/captcha.ts'
import { momentFromNow } from '../../../test/build/days.ts'
import { sendForm } from '../../../test/build/file.ts'
import {
  aSheetFile,
  cellsOf,
  checkedImport,
  downloaded,
  reasonsOf,
  settledImport,
} from '../../../test/build/import.ts'
import { linkAccounts } from '../../../test/build/link.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../test/build/portal.ts'
import {
  aSatExam,
  aScoreFile,
  aScoreRow,
  importScores,
  scoreMenus,
  sitNow,
  type Sitter,
} from '../../../test/build/score.ts'
import { anApplication, aSession } from '../../../test/build/signUp.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { approvalCalls, approvalRefusals } from '../../approval/contract.ts'
import { importCalls } from '../../import/contract.ts'
import { messageCalls } from '../../message/contract.ts'
import { applicationCalls, applicationRefusals } from '../../signUp/application/contract.ts'
import { seatCalls } from '../../signUp/seat/contract.ts'
import { signUpCalls } from '../../signUp/contract.ts'
import { workQueueCalls } from '../../workQueue/contract.ts'
import { scoreCalls as calls } from '../contract.ts'
import { scoreImportCalls } from '../import/contract.ts'
import { scoreRefusals } from '../rules.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
let second: BuiltAccount
before(async () => {
  world = await openWorld({ environment: { captcha: true } })
  portal = await aPortal(world, { menus: scoreMenus })
  admin = await anAccount(world, portal, { role: 'admin', userName: '教务' })
  second = await anAccount(world, portal, { role: 'admin', userName: '复核' })
})

const reason = '复核答题卡后更正'
const exam = (names: readonly string[], more: Parameters<typeof aSatExam>[4] = {}) =>
  aSatExam(world, portal, admin.token, names, more)
const listOf = async (examId: string, by = admin) =>
  (await world.ask(calls.query, { examId, sort: 'ticketNo' }, by.token)).list
const entriesOf = async (id: string) =>
  (await world.ask(calls.findEntries, { id }, admin.token)).map(({ no, points, result, source, by }) => [
    no,
    points,
    result,
    source,
    by,
  ])
const publish = (signUpId: string, subjectIds: string[], more: object = {}) =>
  world.call(calls.publish, { signUpId, subjectIds, appealDays: 5, ...more }, admin.token)
const mine = ({ learner }: Sitter) => world.ask(calls.findMine, {}, learner.token)
const approve = (id: string, by = second) => world.call(approvalCalls.approve, { id }, by.token)

/** An exam of one person whose score is imported, and published unless it shall not be. */
async function aScore(score: number | string, published = true) {
  const { signUp, sitters } = await exam(['王小芳'])
  await importScores(world, admin.token, signUp.id, [aScoreRow(sitters[0]!, score)])
  if (published) assert.equal((await publish(signUp.id, signUp.subjectIds)).respCode, 200)
  const [row] = await listOf(signUp.id)
  return { signUp, sitter: sitters[0]!, id: row!.id }
}

test('scores are imported from a sheet; wrong rows come back with reasons, and the same file twice adds nothing', async () => {
  const { signUp, sitters } = await exam(['赵一', '钱二', '孙三', '李四'], {
    subjects: ['综合知识', '实务'],
    ahead: true,
  })
  const [one, two, three, four] = sitters as [Sitter, Sitter, Sitter, Sitter]
  await world.ask(applicationCalls.withdrawFor, { id: four.applicationId, reason: '本人申请' }, admin.token)
  await sitNow(world, signUp.id)
  await world.db`
    delete from sign_up_seats where application_id = ${three.applicationId} and subject_id = ${signUp.subjectIds[1]!}`
  const rows = [
    aScoreRow(one, 85.5),
    aScoreRow(two, '缺考'),
    aScoreRow(three, 59.5),
    aScoreRow(one, '100.5', '实务'),
    aScoreRow(two, 'sixty', '实务'),
    aScoreRow({ ...two, name: '别人' }, 60, '实务'),
    aScoreRow({ ...two, ticketNo: '2023999999' }, 60, '实务'),
    aScoreRow(three, 60, '实务'),
    aScoreRow(four, 60),
    aScoreRow(two, 60, '口试'),
    aScoreRow(one, 90),
  ]
  const done = await importScores(world, admin.token, signUp.id, rows)
  assert.deepEqual([done.status, done.added, done.rejected], ['applied', 3, 8])
  const { list } = await world.ask(calls.query, { examId: signUp.id, sort: 'ticketNo' }, admin.token)
  assert.deepEqual(
    list.map(({ realName, subjectName, points, result, source, isPublished }) => [
      realName,
      subjectName,
      points,
      result,
      source,
      isPublished,
    ]),
    [
      ['赵一', '综合知识', 85.5, 'passed', 'import', false],
      ['钱二', '综合知识', null, 'absent', 'import', false],
      ['孙三', '综合知识', 59.5, 'failed', 'import', false],
    ],
  )
  const errors = await downloaded(world, admin.token, scoreImportCalls.exportError.path, {
    importId: done.importId,
  })
  const [head, ...wrong] = cellsOf(errors.bytes)
  const reasons = wrong.map((cells) => cells[head!.indexOf('原因')]!)
  for (const [at, said] of [
    /0 到 100 分/,
    /不是成绩/,
    /姓名不同/,
    /没有这个准考证号/,
    /没有这个科目的座位/,
    /没有成功或已取消/,
    /没有这个科目/,
    /与第 2 行/,
  ].entries())
    assert.match(reasons[at]!, said)

  const into = { kind: 'score', params: { signUpId: signUp.id } }
  const again = await checkedImport(world, admin.token, into, aScoreFile(rows.slice(0, 3)))
  assert.deepEqual([again.same, again.fresh, again.bad], [3, 0, 0])
  assert.equal((await listOf(signUp.id)).length, 3)
  assert.deepEqual(await entriesOf(list[0]!.id), [[1, 85.5, 'passed', 'import', '教务']])
  const [logged] = await world.db`
    select after from operation_logs where action = 'score.import' and subject_id = ${list[0]!.id}`
  assert.deepEqual((logged!.after as { points: number }).points, 85.5)
})

test('who may have sat is withdrawn by nobody, seats are of sessions to come, and scores of sessions that are over', async () => {
  const { signUp, sitters } = await exam(['卫一', '蒋二'], { ahead: true })
  const rows = sitters.map((sitter) => aScoreRow(sitter, 99))
  const input = { kind: 'score', params: { signUpId: signUp.id } }
  const early = await checkedImport(world, admin.token, input, aScoreFile(rows))
  assert.deepEqual([early.fresh, early.bad], [0, 2])
  const [, why] = (await reasonsOf(world, admin.token, early.importId))[0]!
  assert.match(String(why), /场次还没有结束/)
  const withdraw = (at: number) =>
    world.call(
      applicationCalls.withdrawFor,
      { id: sitters[at]!.applicationId, reason: '本人申请' },
      admin.token,
    )
  assert.equal((await withdraw(1)).respCode, 200, 'before the exam')

  await sitNow(world, signUp.id)
  await importScores(world, admin.token, signUp.id, rows.slice(0, 1))
  const refused = await withdraw(0)
  assert.deepEqual([refused.respCode, refused.respDesc], [409, applicationRefusals.sat.zh])
  await anApplication(world, sitters[1]!.learner.token, signUp).then((id) =>
    world.ask(applicationCalls.review, { ids: [id], approve: true }, admin.token),
  )
  const seats = await world.call(seatCalls.assign, { signUpId: signUp.id }, admin.token)
  assert.equal(seats.respCode, 409)
  assert.match(seats.respDesc, /场次已经结束/)

  await world.db`
    update sign_up_sessions set ends_at = moment() + interval '1 hour' where subject_id = any(${signUp.subjectIds}::uuid[])`
  assert.equal(
    (await publish(signUp.id, signUp.subjectIds)).respDesc,
    '“综合知识”还有场次没有考完，请把发布时间定在考完以后',
  )
  const later = { publishAt: momentFromNow(1) }
  assert.equal((await publish(signUp.id, signUp.subjectIds, later)).respCode, 200)
})

test('an import changes no score on record and no publication; a sheet that is no template is refused', async () => {
  const { signUp, sitter, id } = await aScore(70)
  const reply = await sendForm(
    world,
    scoreImportCalls.importScores,
    {
      fields: { signUpId: signUp.id, preview: 'yes' },
      file: {
        name: '成绩.xlsx',
        mime: 'application/octet-stream',
        bytes: aScoreFile([aScoreRow(sitter, 90)]),
      },
    },
    admin.token,
  )
  const { importId } = reply.attribute as { importId: string }
  const checked = await settledImport(world, admin.token, importId)
  assert.deepEqual([checked.status, checked.bad, checked.fresh], ['checked', 1, 0])
  assert.deepEqual(await reasonsOf(world, admin.token, importId), [[2, 'points：已有成绩 70，导入不会修改']])
  const [row] = await listOf(signUp.id)
  assert.deepEqual([row!.id, row!.points, row!.isPublished], [id, 70, true])
  const other = await sendForm(
    world,
    scoreImportCalls.importScores,
    {
      fields: { signUpId: signUp.id },
      file: {
        name: 'x.xlsx',
        mime: 'application/octet-stream',
        bytes: aSheetFile([
          ['姓名', '城市'],
          ['甲', '乙'],
        ]),
      },
    },
    admin.token,
  )
  const wrong = await settledImport(world, admin.token, (other.attribute as { importId: string }).importId)
  assert.equal(wrong.status, 'failed')
  assert.match(wrong.problem!.zh, /模板不符/)
  const foreign = await aPortal(world, { menus: scoreMenus })
  const stranger = await anAccount(world, foreign, { role: 'admin' })
  const theirs = await sendForm(
    world,
    scoreImportCalls.importScores,
    {
      fields: { signUpId: signUp.id },
      file: {
        name: '成绩.xlsx',
        mime: 'application/octet-stream',
        bytes: aScoreFile([aScoreRow(sitter, 90)]),
      },
    },
    stranger.token,
  )
  assert.equal(theirs.respCode, 404)
  const template = await downloaded(world, admin.token, scoreImportCalls.downloadTemplate.path, {})
  assert.deepEqual(cellsOf(template.bytes)[0]!.slice(1, 5), ['准考证号', '姓名', '科目', '成绩'])
})

test('a score is corrected by two persons: proposed, approved by another, seen by its person, with all entries kept', async () => {
  const { signUp, sitter, id } = await aScore(55)
  const update = (points: number | null, by = admin) =>
    world.call(calls.update, { id, points, reason }, by.token)
  for (const [points, code] of [
    [100.5, 422],
    [60.25, 422],
    [55, 422],
  ] as const) {
    const refused = await update(points)
    assert.deepEqual([refused.respCode, refused.field], [code, 'points'], String(points))
  }
  const { approvalId } = (await update(65)).attribute as { approvalId: string }
  assert.deepEqual([(await mine(sitter))[0]!.points, (await mine(sitter))[0]!.result], [55, 'failed'])
  assert.equal((await update(70, second)).respCode, 409, 'one proposal at a time')
  assert.equal((await world.call(calls.delete, { id, reason }, second.token)).respCode, 409)
  assert.equal((await approve(approvalId, admin)).respCode, 403, 'its proposer')
  const waiting = await world.ask(
    approvalCalls.findPageList,
    { own: false, status: 'proposed' },
    second.token,
  )
  const proposal = waiting.list.find((one) => one.id === approvalId)!
  assert.deepEqual(proposal.summary.zh, '更正成绩：职业资格考试 · 综合知识，由 55 改为 65')
  assert.deepEqual(proposal.names, ['王小芳'])
  assert.equal((await listOf(signUp.id))[0]!.isProposed, true)
  assert.equal((await approve(approvalId)).respCode, 200)
  const [score] = await mine(sitter)
  assert.deepEqual([score!.points, score!.result], [65, 'passed'])
  assert.deepEqual(await entriesOf(id), [
    [2, 65, 'passed', 'correction', '复核'],
    [1, 55, 'failed', 'import', '教务'],
  ])
  const inbox = await world.ask(messageCalls.findMine, {}, sitter.learner.token)
  assert.ok(inbox.list.some(({ title }) => title.zh === '成绩已更正'))
  const changed = world.db`update score_entries set points = 1 where score_id = ${id}`
  await assert.rejects(changed, /an entry of a score stays/)
})

test('a score deleted by two persons is seen by nobody, imported by nobody and entered again by two', async () => {
  const { signUp, sitter, id } = await aScore(55)
  const into = { kind: 'score', params: { signUpId: signUp.id } }
  const check = (points: number) =>
    checkedImport(world, admin.token, into, aScoreFile([aScoreRow(sitter, points)]))
  const before = await check(55)
  assert.equal(before.same, 1)
  const { approvalId } = await world.ask(calls.delete, { id, reason }, admin.token)
  assert.equal((await approve(approvalId)).respCode, 200)
  assert.deepEqual(await listOf(signUp.id), [])
  assert.deepEqual(await mine(sitter), [])
  assert.equal((await world.call(calls.delete, { id, reason }, admin.token)).respCode, 409)
  const why = [[2, 'points：成绩已由两人删除，导入不能恢复']]
  for (const points of [80, 55]) {
    const { importId, bad } = await check(points)
    assert.equal(bad, 1)
    assert.deepEqual(await reasonsOf(world, admin.token, importId), why)
  }
  await world.call(importCalls.apply, { importId: before.importId, updateExisting: false }, admin.token)
  await settledImport(world, admin.token, before.importId)
  assert.equal((await entriesOf(id)).length, 2)
  const update = (points: number | null) =>
    world.ask(calls.update, { id, points, reason }, admin.token).then((proposed) => proposed.approvalId)
  const entered = await update(80)
  assert.deepEqual(await listOf(signUp.id), [], 'a proposal changes nothing')
  assert.equal((await approve(entered, admin)).respCode, 403)
  assert.equal((await approve(entered)).respCode, 200)
  assert.deepEqual(
    (await entriesOf(id)).map(([, points, result]) => [points, result]),
    [
      [80, 'passed'],
      [null, 'deleted'],
      [55, 'failed'],
    ],
  )
  assert.equal((await mine(sitter))[0]!.points, 80)
})

test('nobody imports a score of their own; the other rows of the sheet are imported', async () => {
  const clerk = await anAccount(world, portal, { role: 'admin' })
  const { signUp, sitters } = await exam(['孔一', '孟二'])
  const rows = sitters.map((sitter) => aScoreRow(sitter, 100))
  const into = { kind: 'score', params: { signUpId: signUp.id } }
  // Linked once the sheet is checked, as well as before.
  const early = await checkedImport(world, clerk.token, into, aScoreFile(rows))
  assert.equal(early.fresh, 2)
  await linkAccounts(world, clerk, sitters[0]!.learner)
  const { importId } = await checkedImport(world, clerk.token, into, aScoreFile(rows))
  const why = [[2, 'ticketNo：这是您本人的准考证号']]
  assert.deepEqual(await reasonsOf(world, clerk.token, importId), why)
  for (const id of [importId, early.importId]) {
    await world.ask(importCalls.apply, { importId: id, updateExisting: false }, clerk.token)
    await settledImport(world, clerk.token, id)
  }
  assert.deepEqual(await reasonsOf(world, clerk.token, early.importId), why)
  assert.deepEqual(
    (await listOf(signUp.id)).map(({ realName }) => realName),
    ['孟二'],
  )
  await importScores(world, admin.token, signUp.id, rows)
  assert.equal((await listOf(signUp.id)).length, 2)
})

test('nobody approves or rejects what is proposed about a score of their own', async () => {
  const clerk = await anAccount(world, portal, { role: 'admin' })
  const { sitter, id } = await aScore(90)
  await linkAccounts(world, clerk, sitter.learner)
  const { approvalId } = await world.ask(calls.delete, { id, reason }, admin.token)
  const rejected = await world.call(approvalCalls.reject, { id: approvalId, reason }, clerk.token)
  for (const refused of [rejected, await approve(approvalId, clerk)])
    assert.deepEqual([refused.respCode, refused.respDesc], [409, approvalRefusals.ownRecord.zh])
  assert.equal((await approve(approvalId)).respCode, 200)
})

test('a deleted score of an application that has ended is entered by nobody', async () => {
  const { sitter, id } = await aScore(55)
  const { approvalId } = await world.ask(calls.delete, { id, reason }, admin.token)
  assert.equal((await approve(approvalId)).respCode, 200)
  const update = () => world.call(calls.update, { id, points: null, reason }, admin.token)
  const waiting = (await update()).attribute.approvalId
  await world.db`
    update sign_up_applications set status = 'withdrawn' where id = ${sitter.applicationId}`
  assert.equal((await approve(waiting)).respCode, 409)
  await world.ask(approvalCalls.withdraw, { id: waiting }, admin.token)
  const refused = await update()
  assert.deepEqual([refused.respCode, refused.respDesc], [409, scoreRefusals.deletedAlready.zh])
  assert.deepEqual((await entriesOf(id))[0]!.slice(1, 3), [null, 'deleted'])
})

test('scores of a subject are published now or at a time; before it their people see nothing', async () => {
  const { signUp, sitter } = await aScore(80, false)
  const other = await exam(['周五'], { subjects: ['甲科', '乙科'] })
  const [subject] = signUp.subjectIds
  assert.deepEqual(await mine(sitter), [])
  const codes: (readonly [object, number, string])[] = [
    [{ publishAt: momentFromNow(-1) }, 422, 'publishAt'],
    [{ subjectIds: [subject, other.signUp.subjectIds[0]] }, 404, 'subjectIds'],
  ]
  for (const [more, code, field] of codes) {
    const refused = await publish(signUp.id, [subject!], more)
    assert.deepEqual([refused.respCode, refused.field], [code, field])
  }
  assert.equal((await publish(other.signUp.id, other.signUp.subjectIds)).respCode, 409, 'no scores yet')
  assert.equal((await publish(signUp.id, [subject!], { publishAt: momentFromNow(2) })).respCode, 200)
  assert.deepEqual(await mine(sitter), [])
  assert.equal((await listOf(signUp.id))[0]!.isPublished, false)
  assert.equal((await publish(signUp.id, [subject!])).respCode, 200, 'the time may be moved')
  assert.equal((await publish(signUp.id, [subject!])).respCode, 409)
  const [score] = await mine(sitter)
  assert.deepEqual([score!.points, score!.result, score!.canAppeal], [80, 'passed', true])
  await world.portal.drainJobs()
  const { announceScores } = await import('./jobs.ts')
  for (let i = 0; i < 2; i++)
    await announceScores.run({ signal: new AbortController().signal } as never, world.app)
  const inbox = await world.ask(messageCalls.findMine, {}, sitter.learner.token)
  assert.equal(inbox.list.filter(({ title }) => title.zh === '成绩已发布').length, 1)
  const marks = await world.ask(signUpCalls.get, { id: signUp.id }, admin.token)
  assert.deepEqual([marks.subjects[0]!.fullScore, marks.subjects[0]!.passScore], [100, 60])
  const saved = await world.call(
    signUpCalls.save,
    { ...marks, subjects: [{ ...marks.subjects[0]!, passScore: 50 }] },
    admin.token,
  )
  assert.deepEqual([saved.respCode, saved.field], [409, 'subjects'], 'marks stay once there are scores')

  // Swapped, everybody's results would change places.
  const two = await exam(['冯八'], { subjects: ['理论', '实操'] })
  await importScores(world, admin.token, two.signUp.id, [aScoreRow(two.sitters[0]!, 58, '理论')])
  const now = await world.ask(signUpCalls.get, { id: two.signUp.id }, admin.token)
  const [first, last] = now.subjects as [(typeof now.subjects)[0], (typeof now.subjects)[0]]
  const save = async (more: Partial<typeof now>) => {
    const { respCode, field } = await world.call(signUpCalls.save, { ...now, ...more }, admin.token)
    return [respCode, field]
  }
  for (const subjects of [
    [
      { ...first, name: last.name },
      { ...last, name: first.name },
    ],
    [last, first],
    [{ ...first, name: '理论一' }, last],
  ])
    assert.deepEqual(await save({ subjects }), [409, 'subjects'])
  assert.deepEqual(await save({ title: '另一场考试' }), [409, 'title'])
  const [code] = await save({ subjects: [first, { ...last, name: '实操二' }] })
  assert.equal(code, 200, 'a subject without scores')
})

test('once the scores of a subject have their time, a session of it that is added or moved ends before', async () => {
  const { signUp, sitters } = await exam(['褚三'])
  await importScores(world, admin.token, signUp.id, [aScoreRow(sitters[0]!, 70)])
  assert.equal((await publish(signUp.id, signUp.subjectIds, { publishAt: momentFromNow(2) })).respCode, 200)
  const save = async (...added: ReturnType<typeof aSession>[]) => {
    const now = await world.ask(signUpCalls.get, { id: signUp.id }, admin.token)
    const [{ sessions, ...subject }] = now.subjects as [(typeof now.subjects)[0]]
    const input = { ...now, subjects: [{ ...subject, sessions: [sessions[0]!, ...added] }] }
    const { respCode, field } = await world.call(signUpCalls.save, input, admin.token)
    return [respCode, field]
  }
  assert.deepEqual(await save(aSession(10, 3)), [409, 'subjects'])
  assert.deepEqual(await save(aSession(10, 1)), [200, undefined])
  const { subjects } = await world.ask(signUpCalls.get, { id: signUp.id }, admin.token)
  const added = subjects[0]!.sessions[1]!
  assert.deepEqual(await save({ ...added, endsAt: momentFromNow(3) }), [409, 'subjects'])
  assert.deepEqual(await save(added), [200, undefined], 'what stays is saved again')
})

test('an appeal: once, within its days, answered with a reason or with a corrected score that two persons give', async () => {
  const { sitter, id } = await aScore(59)
  const appeal = (by = sitter.learner, of = id) =>
    world.call(calls.appeal, { id: of, reason: '第二大题漏判' }, by.token)
  const unpublished = await aScore(40, false)
  assert.equal((await appeal(unpublished.sitter.learner, unpublished.id)).respCode, 404, 'not published')
  assert.equal((await appeal((await aLearner(world, portal)) as BuiltAccount)).respCode, 404)
  assert.equal((await appeal()).respCode, 200)
  assert.equal((await appeal()).respCode, 409, 'twice')
  const waits = async () =>
    (await world.ask(workQueueCalls.findMine, {}, admin.token)).find(({ code }) => code === 'score.appeal')
      ?.count ?? 0
  const before = await waits()
  const { list } = await world.ask(calls.findAppeals, { state: ['open'] }, admin.token)
  const asked = list.find(({ scoreId }) => scoreId === id)!
  assert.deepEqual([asked.realName, asked.reason, asked.points], ['王小芳', '第二大题漏判', 59])
  const answer = (more: object) =>
    world.call(calls.answerAppeal, { id: asked.id, answer: '复核后属实', ...more } as never, admin.token)
  const without = await answer({ uphold: true })
  assert.deepEqual([without.respCode, without.field], [422, 'points'])
  const same = await answer({ uphold: true, points: 59 })
  assert.deepEqual([same.respCode, same.field], [422, 'points'])
  const { approvalId } = (await answer({ uphold: true, points: 64 })).attribute as { approvalId: string }
  assert.equal(await waits(), before - 1, 'it waits for the second person')
  assert.equal((await answer({ uphold: false })).respCode, 409)
  await world.ask(approvalCalls.reject, { id: approvalId, reason: '请附扫描件' }, second.token)
  assert.equal(await waits(), before, 'it waits for an answer again')
  const next = (await answer({ uphold: true, points: 64 })).attribute as { approvalId: string }
  assert.equal((await approve(next.approvalId)).respCode, 200)
  const [score] = await mine(sitter)
  assert.deepEqual(
    [score!.points, score!.result, score!.appeal!.state, score!.canAppeal],
    [64, 'passed', 'upheld', false],
  )
  const inbox = await world.ask(messageCalls.findMine, {}, sitter.learner.token)
  assert.ok(inbox.list.some(({ title }) => title.zh === '成绩申诉成立'))
  assert.equal((await answer({ uphold: false })).respCode, 409)

  const rejected = await aScore(30)
  await appeal(rejected.sitter.learner, rejected.id)
  const found = await world.ask(calls.findAppeals, { state: ['open'] }, admin.token)
  const { id: appealId } = found.list.find(({ scoreId }) => scoreId === rejected.id)!
  await world.ask(calls.answerAppeal, { id: appealId, uphold: false, answer: '复核无误' }, admin.token)
  const [kept] = await mine(rejected.sitter)
  assert.deepEqual(
    [kept!.points, kept!.appeal],
    [30, { state: 'rejected', reason: '第二大题漏判', answer: '复核无误' }],
  )

  const late = await aScore(30)
  await world.db`
    update score_publications set publish_at = publish_at - interval '6 days' where subject_id = any(${late.signUp.subjectIds}::uuid[])`
  await world.db`alter table score_entries disable trigger score_entries_keep`
  await world.db`update score_entries set created_at = created_at - interval '6 days' where score_id = ${late.id}`
  await world.db`alter table score_entries enable trigger score_entries_keep`
  await world.db`update scores set entered_at = entered_at - interval '6 days' where id = ${late.id}`
  const over = await appeal(late.sitter.learner, late.id)
  assert.deepEqual([over.respCode, over.respDesc], [409, '申诉期已过，不能再提出申诉'])
})

test('a unit sees published scores of its own people; another project sees none', async () => {
  await world.db`update roles set menus = ${['/cms-manage/score-manage']} where id = ${portal.roles.unit}`
  const beside = await aUnit(world, portal.projectId)
  const theirs = await exam(['吴六'], { unitId: beside })
  const { sitters: others, signUp } = await exam(['郑七'])
  await importScores(world, admin.token, theirs.signUp.id, [aScoreRow(theirs.sitters[0]!, 61)])
  await importScores(world, admin.token, signUp.id, [aScoreRow(others[0]!, 62)])
  const manager = await anAccount(world, portal, { role: 'unit', unitId: beside })
  const seen = async (by = manager) => (await world.ask(calls.query, { limit: 50 }, by.token)).list
  assert.deepEqual(await seen(), [])
  await publish(theirs.signUp.id, theirs.signUp.subjectIds)
  await publish(signUp.id, signUp.subjectIds)
  assert.deepEqual(
    (await seen()).map(({ realName }) => realName),
    ['吴六'],
  )
  const [row] = await listOf(signUp.id)
  assert.equal((await world.call(calls.findEntries, { id: row!.id }, manager.token)).respCode, 404)
  assert.equal(
    (await world.call(calls.update, { id: row!.id, points: 1, reason }, manager.token)).respCode,
    403,
  )
  const foreign = await aPortal(world, { menus: scoreMenus })
  const stranger = await anAccount(world, foreign, { role: 'admin' })
  assert.deepEqual(await seen(stranger), [])
  for (const [call, input] of [
    [calls.findEntries, { id: row!.id }],
    [calls.update, { id: row!.id, points: 1, reason }],
    [calls.delete, { id: row!.id, reason }],
    [calls.publish, { signUpId: signUp.id, subjectIds: signUp.subjectIds, appealDays: 0 }],
  ] as const)
    assert.equal((await world.call(call, input as never, stranger.token)).respCode, 404, call.path)
  const exams = await world.ask(calls.findExams, {}, manager.token)
  assert.deepEqual(
    exams.list.map(({ id }) => id),
    [theirs.signUp.id],
  )
  const { list } = await world.ask(calls.findExams, { id: signUp.id }, admin.token)
  assert.deepEqual(
    list.map(({ kind, subjects }) => [
      kind,
      subjects[0]!.seats,
      subjects[0]!.scores,
      subjects[0]!.isPublished,
    ]),
    [['signUp', 1, 1, true]],
  )
})

test('ticket and published score are looked up by name, number and captcha; who is unknown and who has none are answered alike', async () => {
  const { signUp, sitters } = await exam(['司马青云'])
  const idle = await aLearner(world, portal, { name: '诸葛青云' })
  const cardOf = async (accountId: string) => {
    const [row] = await world.db<{ cardSealed: Buffer }[]>`
      select card_sealed from students where account_id = ${accountId}`
    return world.app.secrets.open('students.card', accountId, row!.cardSealed)
  }
  const cardNumber = await cardOf(sitters[0]!.learner.accountId)
  const lookUp = async (realName: string, card: string, more: { unitId?: string; captcha?: string } = {}) =>
    world.call(calls.lookUp, {
      realName,
      cardNumber: card,
      unitId: more.unitId ?? portal.unitId,
      captchaVO: { captchaVerification: more.captcha ?? (await aCaptcha(world)) },
    })
  type Found = { list: { ticketNo: string; scores: { points: number | null; result: string }[] }[] }
  const foundOf = async () => ((await lookUp('司马青云', cardNumber.toLowerCase())).attribute as Found).list
  await importScores(world, admin.token, signUp.id, [aScoreRow(sitters[0]!, 88)])
  const [before] = await foundOf()
  assert.deepEqual([before!.ticketNo, before!.scores], [sitters[0]!.ticketNo, []])
  await publish(signUp.id, signUp.subjectIds)
  const [after] = await foundOf()
  assert.deepEqual([after!.scores[0]!.points, after!.scores[0]!.result], [88, 'passed'])
  const unknown = await lookUp('司马青云', '110101199003071233')
  assert.deepEqual((unknown.attribute as Found).list, [])
  for (const answer of [
    await lookUp('诸葛青云', await cardOf(idle.accountId)),
    await lookUp('别人', cardNumber),
    await lookUp('司马青云', cardNumber, { unitId: (await aPortal(world)).unitId }),
  ])
    assert.deepEqual(answer, unknown)
  const guessed = await lookUp('司马青云', cardNumber, { captcha: 'guessed' })
  assert.deepEqual([guessed.respCode, guessed.field], [422, 'captchaVO'])
})

test('after all of this the record is consistent', async () => {
  const file = new URL('../../../test/invariants/43-score-is-newest-entry.sql', import.meta.url)
  assert.deepEqual([...(await world.db.unsafe(readFileSync(file, 'utf8')))], [])
})
