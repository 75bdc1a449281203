import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import sharp from 'sharp'
import { idCheckDigit } from '../../../../contract/identity.ts'
import { sendForm } from '../../../../test/build/file.ts'
import { aTemplate } from '../../../../test/build/certificate.ts'
import { aClass } from '../../../../test/build/class.ts'
import { anEnrolment } from '../../../../test/build/enrolment.ts'
import { aMessageCode } from '../../../../test/build/messageCode.ts'
import { aLearner, anAccount, aPortal, type BuiltPortal } from '../../../../test/build/portal.ts'
import { aBrowser } from '../../../../test/build/session.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { fileCalls } from '../../../file/contract.ts'
import { certificateCalls } from '../../../certificate/contract.ts'
import { recordStudy } from '../../../enrolment/server/actions.ts'
import { codeCalls } from '../../../session/code/contract.ts'
import { sessionCalls } from '../../../session/contract.ts'
import { completeCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld()
  portal = await aPortal(world)
})
beforeEach(() => world.db`delete from tries`.then(() => {}))

const { isNeedComplete, completeInfo, getMyInfo } = completeCalls

let serial = 0
function aCard() {
  const first17 = `11010119880307${String(++serial).padStart(3, '0')}`
  return first17 + idCheckDigit(first17)
}
/** A learner whose account has no profile yet. */
const aNewcomer = () => anAccount(world, portal)

async function aPhoto(token: string, width = 300, height = 300): Promise<string> {
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#1890ff' } })
    .jpeg()
    .toBuffer()
  const file = { name: 'face.jpg', mime: 'image/jpeg', bytes }
  return (await sendForm(world, fileCalls.uploadImage, { file }, token)).attribute.data.key
}

const require = (...keys: string[]) => world.db`
  update projects set register_fields = ${world.db.json(keys.map((key) => ({ key, required: true })))}
  where id = ${portal.projectId}`

test('name and ID are required at first, given once, sealed, and shown masked', async () => {
  const { token, accountId } = await aNewcomer()
  assert.deepEqual(await world.ask(isNeedComplete, {}, token), {
    state: 1,
    required: ['realName', 'cardNumber', 'mobile'],
    missing: ['realName', 'cardNumber'],
  })
  const cardNumber = aCard()
  const done = await world.ask(completeInfo, { realName: '林知夏', cardNumber }, token)
  assert.deepEqual([done.state, done.missing], [2, []])
  const info = await world.ask(getMyInfo, {}, token)
  assert.equal(info.cardNumber, `1101**********${cardNumber.slice(-4)}`)
  assert.deepEqual([info.realName, info.userName, info.birthDate], ['林知夏', '林知夏', '1988-03-07'])
  const [row] = await world.db`
    select row_to_json(s)::text as everything from students s where account_id = ${accountId}`
  assert.ok(!(row!.everything as string).includes(cardNumber))
  const [log] = await world.db`
    select after::text as told from operation_logs
    where action = 'account.completeInfo' and subject_id = ${accountId}`
  assert.ok(!(log!.told as string).includes(cardNumber))
  const who = await world.ask(sessionCalls.getAccountInfo, {}, token)
  assert.equal(who.manageAccountInfo.userName, '林知夏')
})

test('what is passed before name and ID are known gets its certificate with them, whichever comes first', async () => {
  const templateId = await aTemplate(world, portal.projectId)
  const built = await aClass(world, portal, { certificateTemplateId: templateId })
  const pass = (enrolmentId: string) =>
    world.db.begin((tx) =>
      recordStudy(tx, {
        enrolmentId,
        lastItemId: built.itemIds[0]!,
        lastPosition: 600,
        watchedSeconds: 600,
        progress: 10_000,
        done: true,
      }),
    )
  const holders = async (token: string) =>
    (await world.ask(certificateCalls.getMyCertificate, {}, token)).list.map((one) => one.className)
  const early = await aNewcomer()
  await pass(await anEnrolment(world, portal, { ...early, classId: built.classId }))
  assert.deepEqual(await holders(early.token), [])
  await world.ask(completeInfo, { realName: '方一诺', cardNumber: aCard() }, early.token)
  assert.equal((await holders(early.token)).length, 1)

  const atOnce = await Promise.all(Array.from({ length: 6 }, () => aNewcomer()))
  await Promise.all(
    atOnce.map(async (learner) => {
      const enrolmentId = await anEnrolment(world, portal, { ...learner, classId: built.classId })
      await Promise.all([
        pass(enrolmentId),
        world.ask(completeInfo, { realName: '程以安', cardNumber: aCard() }, learner.token),
      ])
      assert.equal((await holders(learner.token)).length, 1)
    }),
  )
})

test('a fault in name or ID is named and nothing is written', async () => {
  const { token } = await aNewcomer()
  const taken = aCard()
  await world.ask(completeInfo, { realName: '林知夏', cardNumber: taken }, (await aNewcomer()).token)
  const card = aCard()
  const wrongDigit = card.slice(0, 17) + (card[17] === '1' ? '2' : '1')
  for (const [input, field] of [
    [{ realName: '林' }, 'realName'],
    [{ realName: '林知夏' }, 'cardNumber'],
    [{ cardNumber: aCard() }, 'realName'],
    [{ realName: '林知夏', cardNumber: wrongDigit }, 'cardNumber'],
    [{ realName: '林知夏', cardNumber: '110101991332123' }, 'cardNumber'],
    [{ realName: '林知夏', cardNumber: taken }, 'cardNumber'],
    [{ workPlace: '第一医院' }, 'realName'],
    [{ mobile: '12345', msgCode: '123456', codeToken: 'x' }, 'mobile'],
    [{ mobile: '16055566001' }, 'msgCode'],
    [{ photo: 'image/2023/0193f6a0-0000-7000-8000-000000000000.jpg' }, 'photo'],
  ] as const) {
    const answer = await world.call(completeInfo, input, token)
    assert.deepEqual([answer.respCode, answer.field], [422, field], JSON.stringify(input))
  }
  assert.equal((await world.ask(isNeedComplete, {}, token)).state, 1)
  assert.equal((await world.call(completeInfo, {})).respCode, 401)
})

test('name and ID on record are not changed by their owner, but the rest is', async () => {
  const { token } = await aLearner(world, portal, { name: '张小明' })
  const name = await world.call(completeInfo, { realName: '张小红', cardNumber: aCard() }, token)
  assert.deepEqual([name.respCode, name.field], [422, 'realName'])
  const card = await world.call(completeInfo, { realName: '张小明', cardNumber: aCard() }, token)
  assert.deepEqual([card.respCode, card.field], [422, 'cardNumber'])
  await world.ask(completeInfo, { workPlace: '第一医院', jobTitle: '主管护师' }, token)
  const info = await world.ask(getMyInfo, {}, token)
  assert.deepEqual([info.realName, info.workPlace, info.jobTitle], ['张小明', '第一医院', '主管护师'])
})

test('an account without a number gives one with the code sent to it; one that has a number does not', async () => {
  const { token, accountId } = await aLearner(world, portal)
  const mobile = '16055566002'
  const code = await aMessageCode(world, codeCalls.sendMsgCodeByModify, mobile, token)
  const has = await world.call(completeInfo, { mobile, ...code }, token)
  assert.deepEqual([has.respCode, has.field], [422, 'mobile'])
  await world.db`
    update accounts set mobile_sealed = null, mobile_index = null, mobile_mask = null where id = ${accountId}`
  assert.deepEqual((await world.ask(isNeedComplete, {}, token)).missing, ['mobile'])
  assert.equal((await world.ask(completeInfo, { mobile, ...code }, token)).state, 2)
  assert.equal((await world.ask(getMyInfo, {}, token)).mobile, '160****6002')
})

test('where a photo is required it is the last thing missing: one’s own, and large enough to print', async () => {
  await require('realName', 'cardNumber', 'mobile', 'photo')
  const { token, accountId } = await aLearner(world, portal)
  const { state, missing } = await world.ask(isNeedComplete, {}, token)
  assert.deepEqual([state, missing], [0, ['photo']])
  const foreign = await aPhoto((await aLearner(world, portal)).token)
  const wrong = await world.call(completeInfo, { photo: foreign }, token)
  assert.deepEqual([wrong.respCode, wrong.field], [422, 'photo'])
  const small = await world.call(completeInfo, { photo: await aPhoto(token, 199, 300) }, token)
  assert.equal(small.respDesc, "Image's size is too low. Expected at least: 200*200")
  const photo = await aPhoto(token, 200, 200)
  assert.equal((await world.ask(completeInfo, { photo }, token)).state, 2)
  const [row] = await world.db`
    select a.image_key, s.photo_key from accounts a join students s on s.account_id = a.id where a.id = ${accountId}`
  assert.deepEqual([row!.imageKey, row!.photoKey], [photo, photo])
  await require('realName', 'cardNumber', 'mobile')
})

test('a photo brought before name and ID goes into the profile they make', async () => {
  const { token, accountId } = await aNewcomer()
  const photo = await aPhoto(token)
  await world.ask(completeInfo, { photo }, token)
  await world.ask(completeInfo, { realName: '林知夏', cardNumber: aCard() }, token)
  const [row] = await world.db`select photo_key from students where account_id = ${accountId}`
  assert.equal(row!.photoKey, photo)
})

test('nothing is required of a manager, who may have a photo and no profile', async () => {
  const { token, accountId, loginName } = await anAccount(world, portal, { role: 'unit' })
  const browser = aBrowser(world)
  await browser.signIn(loginName)
  assert.deepEqual(await world.ask(isNeedComplete, {}, token), { state: 2, required: [], missing: [] })
  const photo = await aPhoto(token)
  await world.ask(completeInfo, { photo, realName: '周单位', cardNumber: aCard() }, token)
  const [row] = await world.db`select count(*)::int as n from students where account_id = ${accountId}`
  assert.equal(row!.n, 0)
  const { imagePath } = await world.ask(getMyInfo, {}, token)
  assert.equal(
    (await world.portal.http.inject({ url: imagePath!, cookies: browser.cookies })).statusCode,
    200,
  )
  assert.equal((await world.portal.http.inject(`/media/image/${photo}`)).statusCode, 404, 'it is personal')
})

test('of two learners who give one ID concurrently, one has it', async () => {
  const [one, other] = [await aNewcomer(), await aNewcomer()]
  const identity = { realName: '林知夏', cardNumber: aCard() }
  const answers = await Promise.all(
    [one, other].map(({ token }) => world.call(completeInfo, identity, token)),
  )
  assert.deepEqual(answers.map((answer) => answer.respCode).sort(), [200, 422])
})

test('of one learner’s two requests concurrently, one writes', async () => {
  const { token } = await aNewcomer()
  const answers = await Promise.all([
    world.call(completeInfo, { realName: '林知夏', cardNumber: aCard() }, token),
    world.call(completeInfo, { realName: '林知秋', cardNumber: aCard() }, token),
  ])
  assert.deepEqual(answers.map((answer) => answer.respCode).sort(), [200, 422])
})
