import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { pathsOf } from '../contract/call.ts'
import { issueCertificate } from '../features/certificate/server/actions.ts'
import { cartCalls } from '../features/cart/contract.ts'
import type { BeatAnswer, VideoToken } from '../features/study/contract.ts'
import { aTemplate } from '../test/build/certificate.ts'
import { aClass } from '../test/build/class.ts'
import { anEnrolment } from '../test/build/enrolment.ts'
import { aBank, aQuestion, aSittableExam } from '../test/build/exam.ts'
import { aLearner, aPortal, type BuiltAccount, type BuiltPortal } from '../test/build/portal.ts'
import { aClock, aStudent } from '../test/build/study.ts'
import { openWorld, type World } from '../test/harness.ts'
import { allHandlers } from './features.ts'

let world: World
let portal: BuiltPortal
let learner: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world)
  learner = await aLearner(world, portal)
})

const ofLearners = allHandlers
  .filter(({ call }) => call.allow === 'learner')
  .flatMap(({ call }) => pathsOf(call))
/** A learner's calls that the specification names below /api/api and accepts below /api, by their last names. */
const doublyNamed = readFileSync(new URL('../docs/ledger.tsv', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => line.split('\t')[5] ?? '')
  .filter((path) => path.startsWith('/api/api/') && ofLearners.includes(path))
  .map((path) => path.split(/[/.]/).at(-2)!)

const post = async <T>(path: string, input: object): Promise<T> => {
  const response = await world.portal.http.inject({
    method: 'POST',
    url: path,
    headers: { token: learner.token },
    payload: input,
  })
  const { respCode, respDesc, attribute } = response.json()
  assert.equal(respCode, 200, `${path}: ${respDesc}`)
  return attribute as T
}
const below = (prefix: string, name: string) => `${prefix}/${name}.action`

/** A class with an exam, a practice bank, a paid class in the cart and a skill certificate, all of the learner. */
async function aFullLearner() {
  const { accountId, token } = learner
  const { classId, examId } = await aSittableExam(world, portal)
  const enrolmentId = await anEnrolment(world, portal, { accountId, classId })
  const bankId = await aBank(world, portal, { practice: true })
  await aQuestion(world, portal, bankId)
  const offered = await aClass(world, portal, { price: 5000 })
  await world.ask(cartCalls.save, { classIds: [offered.classId] }, token)
  const templateId = await aTemplate(world, portal.projectId)
  await world.db`update certificate_templates set kind = 'skill' where id = ${templateId}`
  const skilled = await aClass(world, portal, { certificateTemplateId: templateId })
  const other = await anEnrolment(world, portal, { accountId, classId: skilled.classId })
  await world.db.begin((tx) => issueCertificate(tx, other))
  return { classId, examId, enrolmentId, bankId }
}

/** The calls that continue what they began, which the second test makes. */
const continuing = ['get-video-token', 'video-task', 'go-class-exam']

test('a learner’s calls answer alike under both of their paths', async () => {
  const { classId, enrolmentId, bankId } = await aFullLearner()
  const inputs: Record<string, object> = {
    'my-class': {},
    'get-my-class-hour': {},
    'my-class-process': { enrolmentId },
    'count-my-class': {},
    'get-train-detail': { enrolmentId },
    'get-recommended-class-list': {},
    'find-my-class-exam': {},
    'go-class-exercise': { classId },
    'go-bank-exercise': { bankId },
    'get-my-skill-certificate': {},
    'get-shop-cart-count': {},
    'get-open-shop-cart': {},
  }
  assert.deepEqual([...Object.keys(inputs), ...continuing].toSorted(), doublyNamed.toSorted())
  const answers: Record<string, unknown> = {}
  for (const [name, input] of Object.entries(inputs)) {
    answers[name] = await post(below('/api/api', name), input)
    assert.deepEqual(await post(below('/api', name), input), answers[name], name)
  }
  const { total } = answers['my-class'] as { total: number }
  assert.equal(total, 2)
  assert.deepEqual(answers['get-open-shop-cart'], { open: true, count: 1 })
})

test('a video and an exam begun under one path go on under the other', async () => {
  const clock = aClock(world)
  const { enrolmentId, built } = await aStudent(world, portal, { learner, videos: [600] })
  const wanted = { enrolmentId, itemId: built.itemIds[0]! }
  const first = await post<VideoToken>(below('/api/api', 'get-video-token'), { ...wanted, previous: null })
  const second = await post<VideoToken>(below('/api', 'get-video-token'), {
    ...wanted,
    previous: first.leaseToken,
  })
  assert.deepEqual([first.durationSeconds, second.durationSeconds], [600, 600])
  for (const [i, prefix] of ['/api/api', '/api'].entries()) {
    await clock.pass(10)
    const beat = { from: i * 10, to: i * 10 + 10, sequence: i + 1, visible: true, ended: false }
    const answer = await post<BeatAnswer>(below(prefix, 'video-task'), {
      ...beat,
      leaseToken: second.leaseToken,
    })
    assert.deepEqual([answer.refused, answer.acceptedSeconds], [null, 10], prefix)
  }
  const { classId, examId } = await aSittableExam(world, portal)
  await anEnrolment(world, portal, { accountId: learner.accountId, classId })
  const begun = await post<{ attemptId: string }>(below('/api/api', 'go-class-exam'), { examId })
  const resumed = await post<{ attemptId: string }>(below('/api', 'go-class-exam'), { examId })
  assert.equal(resumed.attemptId, begun.attemptId)
})
