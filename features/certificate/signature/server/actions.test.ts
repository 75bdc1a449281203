import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { aTemplate } from '../../../../test/build/certificate.ts'
import { aClass } from '../../../../test/build/class.ts'
import { anEnrolment } from '../../../../test/build/enrolment.ts'
import { aLearner, aPortal } from '../../../../test/build/portal.ts'
import { fc } from '../../../../test/dice.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { certificateCalls } from '../../contract.ts'
import { issueCertificate } from '../../server/actions.ts'
import { aBrowser } from '../../../../test/build/session.ts'
import { payloadIn, type Stated } from '../rules.ts'
import { verified } from '../web/verify.ts'
import { openSigner } from './actions.ts'
import { listKeys } from './data.ts'

let world: World
before(async () => {
  world = await openWorld()
})

const stated: Stated = {
  kind: 'skill',
  level: '3',
  number: 'JH2023-0000017',
  name: '阿依古丽·买买提',
  cardTail: '021X',
  title: '养老护理员',
  issuer: '专业技术人员继续教育',
  issued: '2023-11-21',
  year: 2023,
  hoursTenths: 905,
}
const signer = () => openSigner(world.app.db, world.app.secrets)

test('what is signed is verified with the published keys as it was stated, long names cut', async () => {
  const payload = (await signer())(stated)
  const keys = await listKeys(world.db)
  assert.deepEqual(verified(payload, keys), stated)
  assert.deepEqual(verified(`https://portal.test/check/x_1-#${payload}\n`, keys), stated)
  const long = (await signer())({ ...stated, title: '数据安全与个人信息保护实务'.repeat(9), level: null })
  const found = verified(long, keys)!
  assert.deepEqual([[...found.title].length, found.title.at(-1), found.level], [20, '…', null])
  assert.ok(long.length < 420)
  assert.equal(verified(payload, []), null)
})

test('of 1,000 altered payloads none is accepted', async () => {
  const payload = (await signer())(stated)
  const keys = await listKeys(world.db)
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const place = fc.nat(payload.length - 1)
  const altered = fc.oneof(
    fc
      .tuple(place, fc.constantFrom(...letters))
      .map(([at, letter]) => payload.slice(0, at) + letter + payload.slice(at + 1)),
    fc
      .tuple(place, fc.constantFrom(...letters))
      .map(([at, letter]) => payload.slice(0, at) + letter + payload.slice(at)),
    place.map((at) => payload.slice(0, at) + payload.slice(at + 1)),
    place.map((at) => payload.slice(0, at)),
    fc.tuple(place, place).map(([a, b]) => {
      const all = [...payload]
      ;[all[a], all[b]] = [all[b]!, all[a]!]
      return all.join('')
    }),
    fc
      .tuple(place, fc.constantFrom(...letters))
      .map(([at, letter]) => payload.slice(0, at) + letter.toLowerCase() + payload.slice(at + 1)),
  )
  let accepted = 0
  fc.assert(
    fc.property(
      altered.filter((text) => text !== payload),
      (text) => {
        if (verified(text, keys)) accepted++
      },
    ),
    { numRuns: 1000 },
  )
  assert.equal(accepted, 0)
})

test('a key of one’s own, and a key under the number of another, sign for nobody', async () => {
  const payload = (await signer())(stated)
  const [key] = await listKeys(world.db)
  const other = '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c'
  assert.equal(verified(payload, [{ ...key!, key: other }]), null)
  assert.equal(verified(payload, [{ ...key!, no: 9 }]), null)
})

test('the next year is signed by the next key, and what the former signed stays verified', async () => {
  const former = (await signer())(stated)
  const before = await listKeys(world.db)
  await world.db`update certificate_keys set created_at = moment() - interval '366 days'`
  const [first, second] = await Promise.all([signer(), signer()])
  const keys = await listKeys(world.db)
  assert.equal(keys.length, before.length + 1, 'two who need it make one')
  for (const payload of [former, first(stated), second(stated)]) assert.ok(verified(payload, keys))
  assert.equal(verified(first(stated), before), null)
  const published = await world.portal.http.inject({ url: '/check/keys.json' })
  assert.deepEqual(published.json(), { algorithm: 'Ed25519', keys: [...keys] })
  const [row] = await world.db`select private_key_sealed from certificate_keys limit 1`
  assert.doesNotMatch((row!.privateKeySealed as Buffer).toString('latin1'), /PRIVATE KEY/)
})

test('the code of a picture is read, leads to the check of the certificate and says what is printed', async () => {
  const portal = await aPortal(world)
  const learner = await aLearner(world, portal, { name: '欧阳修明' })
  const certificateTemplateId = await aTemplate(world, portal.projectId)
  const name = '数据安全与个人信息保护实务（含二维码标识解析）'
  const built = await aClass(world, portal, { name, certificateTemplateId })
  const enrolmentId = await anEnrolment(world, portal, {
    accountId: learner.accountId,
    classId: built.classId,
  })
  await world.db.begin((tx) => issueCertificate(tx, enrolmentId))
  const browser = aBrowser(world)
  await browser.signIn(learner.loginName)
  const [mine] = (await world.ask(certificateCalls.getMyCertificate, {}, learner.token)).list
  const drawn = await world.portal.http.inject({ url: mine!.files!.picture, cookies: browser.cookies })
  const { data, info } = await sharp(drawn.rawPayload)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const read = jsQR(new Uint8ClampedArray(data), info.width, info.height) as { data: string } | null
  assert.ok(read, 'no code was found')
  assert.ok(read.data.startsWith(`${world.app.environment.publicUrl}/check/${mine!.verifyCode}#`))
  const found = verified(payloadIn(read.data), await listKeys(world.db))
  assert.deepEqual(
    [found!.number, found!.name, found!.kind, found!.issuer],
    [mine!.number, '欧阳修明', 'class', '测试项目'],
  )
  assert.equal(found!.cardTail.length, 4)
})
