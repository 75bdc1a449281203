import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { textOf } from '../../../../test/build/pdf.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../../test/build/portal.ts'
import {
  anApplication,
  aSession,
  aSignUp,
  aSignUpInput,
  type BuiltSignUp,
  signUpMenus,
} from '../../../../test/build/signUp.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { messageCalls } from '../../../message/contract.ts'
import { applicationCalls } from '../../application/contract.ts'
import { signUpCalls } from '../../contract.ts'
import { seatCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: signUpMenus })
  admin = await anAccount(world, portal, { role: 'admin' })
})

const exam = (seats: number[]) =>
  aSignUp(world, admin.token, {
    kind: 'exam',
    title: '职业资格考试',
    subjects: seats.map((count, at) => ({ name: `科目${at + 1}`, sessions: [aSession(count, 30 + at)] })),
  })

async function aConfirmed(signUp: BuiltSignUp, options: { unitId?: string; name?: string } = {}) {
  const learner = await aLearner(world, portal, options)
  const id = await anApplication(world, learner.token, signUp)
  await world.ask(applicationCalls.review, { ids: [id], approve: true }, admin.token)
  return { id, learner }
}
const assign = (signUpId: string) => world.call(seatCalls.assign, { signUpId }, admin.token)
const seatsOf = async (signUpId: string) =>
  (await world.ask(seatCalls.findSeats, { signUpId }, admin.token)).list

async function download(id: string, token: string) {
  const url = `/api${seatCalls.downloadTicket.path}?id=${id}`
  const reply = await world.portal.http.inject({ url, headers: { token } })
  if (reply.headers['content-type'] !== 'application/pdf')
    return { ...reply.json<{ respCode: number; respDesc: string }>(), text: '' }
  return { respCode: 200, respDesc: '', text: textOf(reply.rawPayload) }
}

test('all who are confirmed are seated in every subject, or nobody; later ones are added', async () => {
  const signUp = await exam([2, 3])
  assert.equal((await assign(signUp.id)).respCode, 409, 'nobody is confirmed')
  const [one, two, three] = [await aConfirmed(signUp), await aConfirmed(signUp), await aConfirmed(signUp)]
  await anApplication(world, (await aLearner(world, portal)).token, signUp)
  const short = await assign(signUp.id)
  assert.equal(short.respCode, 409)
  assert.match(short.respDesc, /还差 1 个座位/)
  assert.deepEqual(await seatsOf(signUp.id), [])
  await world.ask(applicationCalls.withdraw, { id: three.id }, three.learner.token)
  assert.deepEqual((await assign(signUp.id)).attribute, { people: 2, seats: 4 })
  const { list: news } = await world.ask(messageCalls.findMine, {}, one.learner.token)
  assert.match(JSON.stringify(news), /共 2 场。第一场“科目1”：.*，第一考场 1 号/)
  const seats = await seatsOf(signUp.id)
  assert.deepEqual(
    seats.map(({ applicationId, subjectName, room, seatNo }) => [applicationId, subjectName, room, seatNo]),
    [
      [one.id, '科目1', '第一考场', 1],
      [two.id, '科目1', '第一考场', 2],
      [one.id, '科目2', '第一考场', 1],
      [two.id, '科目2', '第一考场', 2],
    ],
  )
  assert.equal(new Set(seats.map(({ ticketNo }) => ticketNo)).size, 2)
  assert.equal(new Set(seats.map(({ id }) => id)).size, 4, 'a row of the list is a seat, not a person')
  assert.equal((await assign(signUp.id)).respCode, 409, 'all have theirs')
  const refused = await world.call(applicationCalls.withdraw, { id: one.id }, one.learner.token)
  assert.match(refused.respDesc, /已安排座位/)
  await world.ask(applicationCalls.withdrawFor, { id: one.id, reason: '本人申请' }, admin.token)
  const four = await aConfirmed(signUp)
  assert.deepEqual((await assign(signUp.id)).attribute, { people: 1, seats: 2 })
  const again = await seatsOf(signUp.id)
  assert.deepEqual(
    again.filter(({ seatNo }) => seatNo === 1).map(({ applicationId }) => applicationId),
    [four.id, four.id],
  )
})

test('somebody whom no seat can help is said by name and subject, and nobody is seated', async () => {
  const together = aSession(9)
  const signUp = await aSignUp(world, admin.token, {
    kind: 'exam',
    subjects: ['理论', '实操'].map((name) => ({ name, sessions: [together] })),
  })
  await aConfirmed(signUp, { name: '周冲突' })
  const { respCode, respDesc } = await assign(signUp.id)
  assert.equal(respCode, 409)
  assert.match(respDesc, /周冲突报考的“实操”没有可以参加的场次/)
  assert.deepEqual(await seatsOf(signUp.id), [])
})

test('who comes after the sessions of one subject is seated in the others', async () => {
  const signUp = await exam([3, 3])
  await world.db`
    update sign_up_sessions set starts_at = starts_at - interval '60 days', ends_at = ends_at - interval '60 days'
    where subject_id = ${signUp.subjectIds[0]!}`
  const { id } = await aConfirmed(signUp)
  assert.deepEqual((await assign(signUp.id)).attribute, { people: 1, seats: 1 })
  assert.deepEqual(
    (await seatsOf(signUp.id)).map(({ applicationId, subjectName }) => [applicationId, subjectName]),
    [[id, '科目2']],
  )
})

test('two who assign at once give every seat to one person', async () => {
  const signUp = await exam([30])
  for (let at = 0; at < 4; at++) await aConfirmed(signUp)
  const answers = await Promise.all([assign(signUp.id), assign(signUp.id), assign(signUp.id)])
  assert.deepEqual(answers.map(({ respCode }) => respCode).toSorted(), [200, 409, 409])
  assert.equal((await seatsOf(signUp.id)).length, 4)
})

test('a session whose seats are assigned keeps its time and rooms', async () => {
  const signUp = await exam([5])
  await aConfirmed(signUp)
  await assign(signUp.id)
  const { id } = signUp
  const saved = await world.ask(signUpCalls.get, { id }, admin.token)
  const [subject] = saved.subjects
  const change = (session: object) =>
    world.call(
      signUpCalls.save,
      {
        ...aSignUpInput({
          kind: 'exam',
          subjects: [{ ...subject!, sessions: [{ ...subject!.sessions[0]!, ...session }] }],
        }),
        id,
        revision: saved.revision,
      },
      admin.token,
    )
  const refused = await change({ rooms: [{ name: '第一考场', seats: 4 }] })
  assert.deepEqual([refused.respCode, refused.field], [409, 'subjects'])
  const more = [
    { name: '第一考场', seats: 5 },
    { name: '第二考场', seats: 9 },
  ]
  assert.equal((await change({ rooms: more })).respCode, 200)
})

test('a ticket is printed for its person and the office, and checked by its code; ended, it is valid no more', async () => {
  const signUp = await exam([5])
  const { id, learner } = await aConfirmed(signUp, { name: '欧阳小兰' })
  const other = await aLearner(world, portal)
  assert.equal((await download(id, learner.token)).respCode, 409)
  await assign(signUp.id)
  const ticket = await download(id, learner.token)
  const mine = await world.ask(applicationCalls.getMine, { id }, learner.token)
  assert.equal(mine.hasTicket, true)
  for (const shown of ['准考证', '职业资格考试', '欧阳小兰', mine.ticketNo!, '科目1', '第一考场'])
    assert.ok(ticket.text.includes(shown), shown)
  assert.equal((await download(id, admin.token)).respCode, 200)
  assert.equal((await download(id, other.token)).respCode, 404)
  const code = /[2-9A-HJ-NP-Z]{14}/.exec(ticket.text)![0]
  const checked = await world.ask(seatCalls.check, { code: code.toLowerCase() })
  assert.deepEqual([checked!.valid, checked!.ticketNo, checked!.seats.length], [true, mine.ticketNo, 1])
  assert.doesNotMatch(checked!.holder, /小兰/)
  assert.equal(await world.ask(seatCalls.check, { code: 'NOSUCHCODE2345' }), null)
  await world.ask(applicationCalls.withdrawFor, { id, reason: '本人申请' }, admin.token)
  const ended = await world.ask(seatCalls.check, { code })
  assert.deepEqual([ended!.valid, ended!.seats], [false, []])
  assert.equal((await download(id, learner.token)).respCode, 409)
})

test('a unit sees the seats of its own people', async () => {
  await world.db`update roles set menus = ${['/cms-manage/apply-exam-manage']} where id = ${portal.roles.unit}`
  const beside = await aUnit(world, portal.projectId)
  const signUp = await exam([5])
  await aConfirmed(signUp)
  const { id } = await aConfirmed(signUp, { unitId: beside })
  await assign(signUp.id)
  const manager = await anAccount(world, portal, { role: 'unit', unitId: beside })
  const { list } = await world.ask(seatCalls.findSeats, { signUpId: signUp.id }, manager.token)
  assert.deepEqual(
    list.map(({ applicationId }) => applicationId),
    [id],
  )
  assert.equal((await world.call(seatCalls.assign, { signUpId: signUp.id }, manager.token)).respCode, 403)
})
