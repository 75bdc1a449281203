import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { aTemplate } from '../../../../test/build/certificate.ts'
import { aClass } from '../../../../test/build/class.ts'
import { anEnrolment } from '../../../../test/build/enrolment.ts'
import { aLearner, anAccount, aPortal, type BuiltPortal } from '../../../../test/build/portal.ts'
import { fc } from '../../../../test/dice.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { certificateCalls } from '../../contract.ts'
import { issueCertificate } from '../../server/actions.ts'
import { aBrowser } from '../../../../test/build/session.ts'
import { openPayload, payloadIn, type PublishedKey, type Stated } from '../rules.ts'
import { verified } from '../web/verify.ts'
import { operationLogCalls } from '../../../operationLog/contract.ts'
import { openSigner, withdrawKey } from './actions.ts'
import { findKey, listKeys } from './data.ts'

let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/account-manage/operation-log'] })
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
  const accepted = { stated, withdrawn: null }
  assert.deepEqual(verified(payload, keys), accepted)
  assert.deepEqual(verified(`https://portal.test/check/x_1-#${payload}\n`, keys), accepted)
  const long = (await signer())({ ...stated, title: '数据安全与个人信息保护实务'.repeat(9), level: null })
  const found = verified(long, keys)!.stated!
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
  for (const payload of [former, first(stated), second(stated)])
    assert.deepEqual(verified(payload, keys)?.stated, stated)
  assert.equal(verified(first(stated), before), null)
  const published = await world.portal.http.inject({ url: '/check/keys.json' })
  assert.deepEqual(published.json(), { algorithm: 'Ed25519', keys: [...keys] })
  const [row] = await world.db`select private_key_sealed from certificate_keys limit 1`
  assert.doesNotMatch((row!.privateKeySealed as Buffer).toString('latin1'), /PRIVATE KEY/)
})

/** A certificate of a class, as its holder has it, and its picture drawn for them. */
async function anIssued() {
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
  const draw = (headers = {}) =>
    world.portal.http.inject({ url: mine!.files!.picture, cookies: browser.cookies, headers })
  return { mine: mine!, draw }
}

/** Content of the code in a picture. */
async function codeIn(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const read = jsQR(new Uint8ClampedArray(data), info.width, info.height) as { data: string } | null
  assert.ok(read, 'no code was found')
  return read.data
}

test('the code of a picture is read, leads to the check of the certificate and says what is printed', async () => {
  const { mine, draw } = await anIssued()
  const code = await codeIn((await draw()).rawPayload)
  assert.ok(code.startsWith(`${world.app.environment.publicUrl}/check/${mine.verifyCode}#`))
  const found = verified(payloadIn(code), await listKeys(world.db))!.stated!
  assert.deepEqual(
    [found.number, found.name, found.kind, found.issuer],
    [mine.number, '欧阳修明', 'class', '测试项目'],
  )
  assert.equal(found.cardTail.length, 4)
})

/** Withdraws the key that signs now, as the operator does. */
async function withdrawSigning() {
  const { no } = (await findKey(world.db))!
  const why = { no, kind: 'stolen', reason: '服务器被入侵' } as const
  const signing = await world.db.begin((tx) => withdrawKey(tx, world.app.secrets, why))
  return { no, signing }
}

test('nothing a withdrawn key signed is accepted offline any more, the next key signs, and the published key says so', async () => {
  const former = await signer()
  const before = await listKeys(world.db)
  assert.ok(verified(former(stated), before)!.stated)
  const { no, signing } = await withdrawSigning()
  assert.equal(signing, no + 1)

  const published = await world.portal.http.inject({ url: '/check/keys.json' })
  const keys = (published.json() as { keys: PublishedKey[] }).keys
  const [row] = await world.db`select withdrawn_at as at from certificate_keys where no = ${no}`
  const withdrawn = { at: row!.at as string, reason: 'stolen' } as const
  assert.deepEqual(
    keys.filter((key) => key.withdrawn),
    [{ ...before.find((key) => key.no === no)!, withdrawn }],
  )
  for (const said of [stated, { ...stated, number: 'JH2023-9999999' }])
    assert.deepEqual(verified(former(said), keys), { stated: null, withdrawn })
  assert.equal(
    verified(former(stated).replace(/.$/, 'Q'), keys),
    null,
    'an altered one is still no signature',
  )
  assert.deepEqual(verified((await signer())(stated), keys), { stated, withdrawn: null })
})

test('after a withdrawal a certificate stays valid in the register and is drawn with the next key; a forged one is unknown there', async () => {
  const { mine, draw } = await anIssued()
  const first = await draw()
  const seen = { 'if-none-match': String(first.headers.etag) }
  assert.equal((await draw(seen)).statusCode, 304)
  const stolen = await signer()
  const { signing } = await withdrawSigning()
  const keys = await listKeys(world.db)

  const ask = (url: string) => world.portal.http.inject({ url })
  const valid = await ask(`/check/${mine.verifyCode}`)
  assert.equal(valid.statusCode, 200)
  assert.match(valid.body, /证书有效/)
  assert.equal(verified(await codeIn(first.rawPayload), keys)!.stated, null)
  const again = await draw(seen)
  assert.equal(again.statusCode, 200, 'a picture that a browser holds is not taken for the new one')
  const code = payloadIn(await codeIn(again.rawPayload))
  assert.deepEqual([openPayload(code)!.keyNo, verified(code, keys)!.stated!.number], [signing, mine.number])

  const forged = { ...stated, number: 'JH2023-9999999', name: '欧阳修明' }
  assert.ok(verified(stolen(forged), keys)!.withdrawn)
  const byCode = await ask(`/check/forged-1#${stolen(forged)}`.split('#')[0]!)
  const byNumber = await world.portal.http.inject({
    method: 'POST',
    url: '/check',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ number: forged.number, name: forged.name }).toString(),
  })
  for (const answer of [byCode, byNumber]) {
    assert.equal(answer.statusCode, 404)
    assert.match(answer.body, /没有查到这张证书/)
  }
})

test('a withdrawal is in the log of every project, and a second one or one of an unknown key changes nothing', async () => {
  await aPortal(world)
  await signer()
  const { no, signing } = await withdrawSigning()
  const { token } = await anAccount(world, portal, { role: 'admin' })
  const logged = async () =>
    world.db`
      select project_id, action, actor_id, after, reason from operation_logs
      where subject_kind = 'certificateKey' and subject_id = ${String(no)} order by project_id`
  const entries = await logged()
  const projects = await world.db`select id from projects order by id`
  assert.deepEqual(
    entries.map((entry) => entry.projectId),
    projects.map(({ id }) => id),
  )
  const { projectId: _, ...entry } = entries.find((each) => each.projectId === portal.projectId)!
  assert.deepEqual(entry, {
    action: 'certificateKey.withdraw',
    actorId: null,
    after: { withdrawnFor: 'stolen', signing },
    reason: '服务器被入侵',
  })
  const shown = await world.ask(
    operationLogCalls.query,
    { subjectKind: 'certificateKey', subjectId: String(no) },
    token,
  )
  assert.deepEqual(
    shown.list.map((each) => [each.subjectName, each.reason]),
    [[String(no), '服务器被入侵']],
  )

  const state = () => world.db`select no, withdrawn_at, withdrawn_for from certificate_keys order by no`
  const before = await state()
  for (const wrong of [no, 200]) {
    const why = { no: wrong, kind: 'suspected', reason: '再次' } as const
    assert.equal(await world.db.begin((tx) => withdrawKey(tx, world.app.secrets, why)), null)
  }
  assert.deepEqual(await state(), before)
  assert.equal((await logged()).length, entries.length)
})

test('of two who withdraw a key at once one does, and one key is made', async () => {
  await signer()
  const { no } = (await findKey(world.db))!
  const why = { no, kind: 'suspected', reason: '服务器被入侵' } as const
  const results = await Promise.all(
    [1, 2].map(() => world.db.begin((tx) => withdrawKey(tx, world.app.secrets, why))),
  )
  assert.deepEqual(new Set(results), new Set([no + 1, null]))
  assert.equal((await listKeys(world.db)).at(-1)!.no, no + 1)
})

test('a key of former years is withdrawn as well, and the one that signs goes on', async () => {
  await signer()
  const { no } = (await findKey(world.db))!
  await world.db`update certificate_keys set created_at = moment() - interval '366 days'`
  await signer()
  const why = { no, kind: 'suspected', reason: '旧备份遗失' } as const
  assert.equal(await world.db.begin((tx) => withdrawKey(tx, world.app.secrets, why)), no + 1)
  assert.equal((await findKey(world.db))!.no, no + 1)
})
