import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import type { Call, Envelope, InputOf, OutputOf } from '../../contract/call.ts'
import { type Random, seededRandom } from '../../db/seed/content/random.ts'
import { approvalCalls } from '../../features/approval/contract.ts'
import { correctionCalls } from '../../features/correction/contract.ts'
import { enrolmentCalls } from '../../features/enrolment/contract.ts'
import { resumeEnrolment, suspendEnrolment } from '../../features/enrolment/suspension/server/actions.ts'
import { attemptCalls } from '../../features/exam/attempt/contract.ts'
import { examCalls } from '../../features/exam/contract.ts'
import { makeUpCalls } from '../../features/exam/makeUp/contract.ts'
import { markingCalls } from '../../features/exam/marking/contract.ts'
import { administratorMenus } from '../../features/role/rules.ts'
import { studyCalls } from '../../features/study/contract.ts'
import { aTemplate } from '../build/certificate.ts'
import { aClass, type BuiltClass } from '../build/class.ts'
import { yearFromNow } from '../build/days.ts'
import { aBank, anExam, aPaper, aQuestion, aSection, choosing } from '../build/exam.ts'
import { runJob } from '../build/job.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
  signedIn,
} from '../build/portal.ts'
import { aClock } from '../build/study.ts'
import { seed } from '../dice.ts'
import { openWorld, type World } from '../harness.ts'

/**
 * Learners live at random: they join, study, sit exams; staff remove, correct, revert and undo that, extend, suspend,
 * withdraw and replace exams; days of timers pass. Whatever happens, every invariant holds, and no timer and no
 * learner changes what a person decided. `LIVES=300 npm test -- test/chaos/lives.test.ts` lives many; TEST_SEED draws
 * the same ones again.
 */
const lives = Number(process.env.LIVES ?? 12)
const steps = 24
const reason = '核对原始记录后决定'

let world: World
let portal: BuiltPortal
let classes: BuiltClass[]
let paperId: string
let clerk: BuiltAccount
let chief: BuiltAccount
let clock: ReturnType<typeof aClock>
/** Tokens outlive no jump of the clock: each is drawn again after one. */
let epoch = 0

before(async () => {
  world = await openWorld({ recurs: true })
  portal = await aPortal(world, {
    menus: [
      '/train-manage/study-report',
      '/customer/exception-register',
      '/student-manage/student',
      '/train-manage/class',
      '/resource-manage/add-question',
      ...administratorMenus,
    ],
    settings: { requireProfile: false },
  })
  const certificateTemplateId = await aTemplate(world, portal.projectId)
  const free = { price: 0, certificateTemplateId, validDays: 60 }
  const elective = { attribute: 'elective' as const, hoursTenths: 20, videos: [20] }
  classes = [
    await aClass(world, portal, { ...free, courses: [{ videos: [20] }] }),
    await aClass(world, portal, { ...free, courses: [{ videos: [20] }, elective] }),
    await aClass(world, portal, {
      ...free,
      hoursTenths: 40,
      requiredHoursTenths: 20,
      electiveMinTenths: 20,
      courses: [{ videos: [20] }, elective, elective],
    }),
  ]
  const bankId = await aBank(world, portal)
  for (let i = 0; i < 3; i++) await aQuestion(world, portal, bankId)
  paperId = await aPaper(world, portal, [aSection(bankId, { count: 2 })])
  await anExam(world, portal, { classId: classes[0]!.classId, paperId, attempts: 2, makeUpAttempts: 1 })
  clerk = await anAccount(world, portal, { role: 'admin', userName: '经办' })
  chief = await anAccount(world, portal, { role: 'admin', userName: '复核' })
  clock = aClock(world)
})

/** Calls as somebody, signed in again where the clock has ended the session; refusals must have a message. */
async function ask<C extends Call>(
  who: BuiltAccount & { epoch?: number },
  call: C,
  input: InputOf<C>,
): Promise<Envelope<OutputOf<C>>> {
  if ((who.epoch ?? 0) !== epoch) {
    who.token = await signedIn(world, who.loginName, undefined, portal.unitId)
    who.epoch = epoch
  }
  const reply = await world.call(call, input, who.token)
  assert.ok(reply.respCode !== -1, `${call.path} breaks: ${reply.respDesc}`)
  return reply
}

async function pass(seconds: number): Promise<void> {
  await clock.pass(seconds)
  if (seconds > 600) epoch++
}

interface Enrolment {
  id: string
  classId: string
  status: string
  passedBy: string | null
  suspendedBy: string | null
  barReason: string | null
  expiresAt: string | null
}

const enrolmentsOf = (accountId: string) =>
  world.db<Enrolment[]>`
    select id, class_id, status, passed_by, suspended_by, bar_reason, expires_at from enrolments
    where account_id = ${accountId} order by id`

/** A person's last decision on an enrolment, in its columns. */
type Decision = Partial<Omit<Enrolment, 'id' | 'classId'>> | { notPassed: true }

class Life {
  readonly decisions = new Map<string, Decision>()
  readonly story: string[] = []
  readonly random: Random
  readonly learner: BuiltAccount
  constructor(random: Random, learner: BuiltAccount) {
    this.random = random
    this.learner = learner
  }

  /** Checks the decisions after a step that no person took. */
  async assertDecided(): Promise<void> {
    for (const now of await enrolmentsOf(this.learner.accountId)) {
      const decision = this.decisions.get(now.id)
      if (!decision) continue
      const reported = `${this.story.join(' → ')}: ${JSON.stringify(now)}`
      if ('notPassed' in decision) assert.notEqual(now.status, 'passed', reported)
      else
        for (const [key, value] of Object.entries(decision))
          assert.deepEqual(now[key as keyof Enrolment], value, reported)
    }
  }

  async one(): Promise<Enrolment | null> {
    const all = await enrolmentsOf(this.learner.accountId)
    return all.length > 0 ? this.random.pick(all) : null
  }
}

type Step = (life: Life) => Promise<void>

/**
 * After a person changed what a pass rests on: what was decided about the pass itself stays, the rest is as it is now.
 */
async function decideAgain(life: Life, id: string): Promise<void> {
  await decide(life, id, (now) => {
    const decided = life.decisions.get(id)
    if (now.barReason && now.status !== 'passed') return { notPassed: true }
    if (!decided || 'notPassed' in decided) return null
    if ('suspendedBy' in decided) return { status: now.status, suspendedBy: now.suspendedBy }
    return 'passedBy' in decided || 'expiresAt' in decided ? decided : null
  })
}

/** After a person acted on an enrolment, its current state is their decision. */
async function decide(life: Life, id: string, decision: (now: Enrolment) => Decision | null): Promise<void> {
  const now = (await enrolmentsOf(life.learner.accountId)).find((row) => row.id === id)!
  const made = decision(now)
  if (made) life.decisions.set(id, made)
  else life.decisions.delete(id)
}

/** Proposes a correction, which a second person approves. */
async function correct(
  life: Life,
  change: InputOf<typeof correctionCalls.propose>['change'],
): Promise<string | null> {
  const { accountId } = life.learner
  const proposed = await ask(clerk, correctionCalls.propose, { accountId, change, reason })
  if (proposed.respCode !== 200) return null
  const { id } = proposed.attribute
  const approved = await ask(chief, correctionCalls.approve, { id })
  if (approved.respCode === 200) return id
  await ask(clerk, correctionCalls.withdraw, { id })
  return null
}

const byNobody: Record<string, Step> = {
  async join(life) {
    await ask(life.learner, enrolmentCalls.applyMyClass, { classId: life.random.pick(classes).classId })
  },
  async study(life) {
    const enrolment = await life.one()
    if (!enrolment) return
    const { itemIds } = classes.find(({ classId }) => classId === enrolment.classId)!
    const opened = await ask(life.learner, studyCalls.getVideoToken, {
      enrolmentId: enrolment.id,
      itemId: life.random.pick(itemIds),
    })
    if (opened.respCode !== 200) return
    const seconds = life.random.pick([8, 20, 20])
    await pass(seconds)
    await ask(life.learner, studyCalls.videoTask, {
      leaseToken: opened.attribute.leaseToken,
      sequence: 1,
      from: 0,
      to: seconds,
      visible: true,
      ended: life.random.next() < 0.5,
    })
  },
  async sit(life) {
    const [listed] = (await ask(life.learner, attemptCalls.findMyClassExam, {})).attribute ?? []
    if (!listed) return
    const paper = await ask(life.learner, attemptCalls.goClassExam, { examId: listed.examId })
    if (paper.respCode !== 200 || life.random.next() < 0.2) return
    const answers = choosing(paper.attribute, life.random.next() < 0.5 ? '乙' : '甲')
    await ask(life.learner, attemptCalls.submitExam, { attemptId: paper.attribute.attemptId, answers })
  },
  async wait(life) {
    await pass(life.random.pick([60, 3600, 86_400, 86_400 * 7, 86_400 * 40]))
    for (const type of ['exam.settle', 'study.roll-up', 'enrolment.expire', 'exam.settle'])
      await runJob(world, type)
  },
}

const byPeople: Record<string, Step> = {
  async remove(life) {
    const enrolment = await life.one()
    if (!enrolment) return
    const { attribute } = await ask(clerk, enrolmentCalls.deleteBatchClass, { ids: [enrolment.id], reason })
    if (attribute.succeeded.length > 0) await decide(life, enrolment.id, () => ({ status: 'removed' }))
  },
  async passByHand(life) {
    const enrolment = await life.one()
    if (!enrolment) return
    const { attribute } = await ask(clerk, enrolmentCalls.passBatchClass, { ids: [enrolment.id], reason })
    if (attribute.succeeded.length > 0)
      await decide(life, enrolment.id, () => ({ status: 'passed', passedBy: 'manual' }))
  },
  async revert(life) {
    const enrolment = await life.one()
    if (!enrolment) return
    const id = await correct(life, { kind: 'pass', enrolmentId: enrolment.id, passed: false })
    if (!id) return
    await decide(life, enrolment.id, () => ({ notPassed: true }))
    if (life.random.next() < 0.3) {
      const undone = await ask(chief, correctionCalls.undo, { id, reason })
      if (undone.respCode === 200) await decide(life, enrolment.id, () => ({ status: 'passed' }))
    }
  },
  async passAndUndo(life) {
    const enrolment = await life.one()
    if (!enrolment) return
    const id = await correct(life, { kind: 'pass', enrolmentId: enrolment.id, passed: true })
    if (!id) return
    const undone = await ask(chief, correctionCalls.undo, { id, reason })
    assert.ok([200, 409].includes(undone.respCode))
    await decide(life, enrolment.id, (now) =>
      undone.respCode !== 200
        ? { status: 'passed', passedBy: 'manual' }
        : now.barReason
          ? { notPassed: true }
          : null,
    )
  },
  async correctScore(life) {
    const attempts = await world.db<{ id: string; enrolmentId: string; total: number }[]>`
      select id, enrolment_id, total from exam_attempts
      where account_id = ${life.learner.accountId} and status = 'scored' order by id`
    if (attempts.length === 0) return
    const { id, enrolmentId, total } = life.random.pick(attempts)
    const score = life.random.next() < 0.5 ? 0 : total
    if (await correct(life, { kind: 'score', attemptId: id, score })) await decideAgain(life, enrolmentId)
  },
  async voidAttempt(life) {
    const attempts = await world.db<{ id: string; enrolmentId: string }[]>`
      select id, enrolment_id from exam_attempts
      where account_id = ${life.learner.accountId} and status = 'scored' order by id`
    if (attempts.length === 0) return
    const { id, enrolmentId } = life.random.pick(attempts)
    const voided = await ask(chief, markingCalls.voidAttempt, { attemptId: id, reason })
    if (voided.attribute?.approvalId)
      await ask(clerk, approvalCalls.approve, { id: voided.attribute.approvalId })
    if (voided.respCode === 200) await decideAgain(life, enrolmentId)
  },
  async changeExam(life) {
    const exams = await world.db<{ id: string; classId: string; held: boolean }[]>`
      select id, class_id, held_since is not null as held from exams
      where status = 'active' or held_since is not null order by id`
    const exam = exams.length > 0 ? life.random.pick(exams) : null
    const what = life.random.pick(['end', 'replace'] as const)
    if (exam && what === 'end') {
      const examId = exam.id
      const call = exam.held ? examCalls.release : examCalls.withdraw
      const { attribute } = await ask(clerk, call, { examId, reason })
      if (attribute?.approvalId) await ask(chief, approvalCalls.approve, { id: attribute.approvalId })
    } else {
      const { classId } = exam ?? classes[0]!
      const examId = await anExam(world, portal, {
        classId,
        paperId,
        status: 'draft',
        attempts: 2,
        makeUpAttempts: 1,
      })
      await ask(clerk, examCalls.publish, { examId, replace: true })
    }
    for (const id of life.decisions.keys()) await decideAgain(life, id)
  },
  async correctHours(life) {
    const hoursTenths = life.random.pick([-20, 15, 30])
    await correct(life, {
      kind: 'hours',
      year: yearFromNow(),
      classType: 'public',
      attribute: 'required',
      hoursTenths,
      title: '线下研讨',
    })
  },
  async extend(life) {
    const enrolment = await life.one()
    if (!enrolment) return
    const [row] = await world.db<{ until: string }[]>`select moment() + interval '90 days' as until`
    const expiresAt = row!.until
    const { attribute } = await ask(clerk, enrolmentCalls.extendBatchClass, {
      ids: [enrolment.id],
      expiresAt,
      reason,
    })
    const held = life.decisions.get(enrolment.id)
    if (attribute.succeeded.length > 0 && (!held || 'expiresAt' in held))
      await decide(life, enrolment.id, (now) => ({ expiresAt: now.expiresAt }))
  },
  async suspend(life) {
    const enrolment = await life.one()
    if (!enrolment || enrolment.suspendedBy) return
    const suspension = { enrolmentId: enrolment.id, cause: 'transfer:trial', reason }
    const done = await world.db
      .begin((tx) => suspendEnrolment(tx, { ...clerk, projectId: portal.projectId }, suspension))
      .then(
        () => true,
        () => false,
      )
    if (done)
      await decide(life, enrolment.id, (now) => ({ status: now.status, suspendedBy: now.suspendedBy }))
  },
  async resume(life) {
    for (const { id, suspendedBy } of await enrolmentsOf(life.learner.accountId)) {
      if (!suspendedBy) continue
      const suspension = { enrolmentId: id, cause: suspendedBy, reason }
      await world.db.begin((tx) => resumeEnrolment(tx, { ...clerk, projectId: portal.projectId }, suspension))
      await decide(life, id, (now) => (now.barReason ? { notPassed: true } : null))
    }
  },
  async liftBar(life) {
    const enrolment = await life.one()
    if (!enrolment?.barReason) return
    const { attribute } = await ask(chief, enrolmentCalls.liftPassBar, { ids: [enrolment.id], reason })
    if (attribute.succeeded.length > 0 && !enrolment.suspendedBy) await decide(life, enrolment.id, () => null)
  },
  async makeUp(life) {
    const enrolment = await life.one()
    if (!enrolment) return
    const { attribute } = await ask(clerk, makeUpCalls.grantMakeUp, { ids: [enrolment.id], reason })
    if (attribute.succeeded.length > 0 && !enrolment.barReason && !enrolment.suspendedBy)
      await decide(life, enrolment.id, () => null)
  },
}

const folder = new URL('../invariants/', import.meta.url)
const invariants = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .map((name) => ({ name, sql: readFileSync(new URL(name, folder), 'utf8') }))

test('whatever learners and staff do, the invariants hold and what a person decided stays', async (t) => {
  const random = seededRandom(seed)
  const weights = Object.fromEntries([
    ...Object.keys(byNobody).map((name) => [name, name === 'study' ? 6 : 3]),
    ...Object.keys(byPeople).map((name) => [name, 1]),
  ]) as Record<string, number>
  let acted = 0
  for (let n = 0; n < lives; n++) {
    const life = new Life(random, await aLearner(world, portal))
    Object.assign(life.learner, { epoch })
    for (let step = 0; step < steps; step++) {
      const name = random.weighted(weights)
      life.story.push(name)
      await (byNobody[name] ?? byPeople[name])!(life)
      if (name in byNobody) await life.assertDecided()
    }
    acted += life.decisions.size
    for (const { name, sql } of invariants) {
      const rows = await world.db.unsafe(sql)
      assert.deepEqual(
        [...rows],
        [],
        `${name} after life ${n + 1} of seed ${seed}: ${life.story.join(' → ')}`,
      )
    }
  }
  t.diagnostic(`${lives} lives, ${acted} decisions held`)
  assert.ok(acted > lives / 4, 'people decided something')
})
