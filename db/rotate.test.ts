import assert from 'node:assert/strict'
import { createCipheriv } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { maskMobile } from '../contract/identity.ts'
import { aPartner } from '../test/build/partner.ts'
import { aLearner, anAccount, aPortal, type BuiltPortal } from '../test/build/portal.ts'
import { drawBytes } from '../test/dice.ts'
import { openWorld, type World } from '../test/harness.ts'
import { addKey, openKeyRing } from '../server/keyRing.ts'
import { openSecrets, Unreadable } from '../server/secrets.ts'
import { placeOf, reseal, sealedPlaces, unknownPlaces } from './rotate.ts'

let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/project-manage/partner'] })
})

/** Every sealed value in clear, as a portal with these keys reads it. */
async function clear(secrets = world.app.secrets): Promise<string[]> {
  const texts: string[] = []
  for (const [name, row] of Object.entries(sealedPlaces)) {
    const [table, column] = name.split('.') as [string, string]
    const rows = await world.db.unsafe<{ row: string; sealed: Buffer }[]>(
      `select (${row})::text as row, ${column} as sealed from ${table} where ${column} is not null`,
    )
    texts.push(...rows.map((each) => `${name} ${secrets.open(placeOf(name), each.row, each.sealed)}`))
  }
  return texts.sort()
}

test('every column that is named sealed is known to the rotation', async () => {
  assert.deepEqual(await unknownPlaces(world.db), [])
})

test('a new key seals everything again in batches while the portal continues reading and writing', async () => {
  for (let i = 0; i < 20; i++) await aLearner(world, portal)
  const admin = await anAccount(world, portal, { role: 'admin' })
  await aPartner(world, admin.token)
  const before = await clear()
  assert.ok(before.length >= 40)
  const index = world.app.secrets.blindIndex('mobile', '13900000001')
  const signature = world.app.secrets.sign('play', 'x')

  // Another process: it adds a key and seals, while this portal knows only the old one.
  assert.ok(addKey(world.app.environment))
  const secrets = openSecrets(world.app.environment)
  let failed = 0
  let reads = 0
  let running = true
  const reader = (async () => {
    while (running) {
      reads++
      await clear().catch(() => failed++)
    }
  })()
  const count = await reseal(world.db, secrets, 3).finally(() => (running = false))
  await reader
  assert.equal(count, before.length)
  assert.ok(reads > 1)
  assert.equal(failed, 0)
  assert.deepEqual(await clear(), before)
  assert.equal(await reseal(world.db, secrets), 0, 'a second run finds nothing left')

  assert.deepEqual(secrets.blindIndex('mobile', '13900000001'), index, 'look-ups go on')
  assert.ok(secrets.verify('play', 'x', signature), 'signatures under way stay good')
  const late = await aLearner(world, portal)
  assert.ok((await clear(secrets)).length > before.length, `${late.loginName} is read by the new process`)
})

test('after the rotation the old key opens nothing that was sealed', async () => {
  const { environment } = world.app
  await aLearner(world, portal)
  addKey(environment)
  await reseal(world.db, openSecrets(environment))
  const file = join(environment.dataFolder, 'secret.key')
  const keys = readFileSync(file, 'utf8').split('\n')
  writeFileSync(file, keys.at(-1)!)
  await assert.rejects(clear(openSecrets(environment)), /is not among those given/)
  writeFileSync(file, keys.join('\n'))
  assert.ok((await clear(openSecrets(environment))).length > 0)
})

test('a sealed value opens only in its own column and row, and not when one bit, its key or its header changed', () => {
  const { secrets } = world.app
  const sealed = secrets.seal('accounts.mobile', 'a', '13900000001')
  assert.throws(() => secrets.open('students.card', 'a', sealed), Unreadable)
  assert.throws(() => secrets.open('accounts.mobile', 'b', sealed), Unreadable)
  for (let i = 0; i < sealed.length; i++) {
    const bent = Buffer.from(sealed)
    bent[i]! ^= 1
    assert.throws(() => secrets.open('accounts.mobile', 'a', bent), `byte ${i}`)
  }
  assert.notDeepEqual(secrets.seal('accounts.mobile', 'a', '13900000001'), sealed)
})

/** A value as it was sealed before it was bound to its row: for its column, or the one it was moved from. */
function sealedForColumn(environment: World['app']['environment'], place: string, clear: string): Buffer {
  const key = openKeyRing(environment).newest()
  const iv = drawBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key.keyFor('seal'), iv).setAAD(Buffer.from(place))
  const body = Buffer.concat([cipher.update(clear, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.from([2]), Buffer.from(key.id, 'hex'), iv, cipher.getAuthTag(), body])
}

test('what was sealed before values were bound to their rows opens, until it is sealed again', async () => {
  const { secrets, environment } = world.app
  const { accountId } = await aLearner(world, portal)
  const former = sealedForColumn(environment, 'accounts.mobile', '13900000002')
  await world.db`update accounts set mobile_sealed = ${former} where id = ${accountId}`
  const sealedOf = async () =>
    (await world.db`select mobile_sealed from accounts where id = ${accountId}`)[0]!.mobileSealed as Buffer
  assert.equal(secrets.open('accounts.mobile', accountId, await sealedOf()), '13900000002')
  const staged = sealedForColumn(environment, 'students.card', '11010119900307003X')
  assert.equal(secrets.open('import_rows.card', 'x/2', staged), '11010119900307003X')
  assert.equal(await reseal(world.db, secrets), 1, 'only what was not bound is sealed again')
  assert.equal(secrets.open('accounts.mobile', accountId, await sealedOf()), '13900000002')
  assert.equal((await sealedOf())[0], 3)
})

test('a dump of the whole database holds no number of a person in clear', async () => {
  const people = Array.from({ length: 30 }, (_, i) => `1390077${String(i).padStart(4, '0')}`)
  for (const mobile of people) {
    const { secrets } = world.app
    const account = await aLearner(world, portal)
    await world.db`update accounts set ${world.db({
      mobileSealed: secrets.seal('accounts.mobile', account.accountId, mobile),
      mobileIndex: secrets.blindIndex('mobile', mobile),
      mobileMask: maskMobile(mobile),
    })} where id = ${account.accountId}`
  }
  const numbers = (await clear()).map((line) => line.split(' ')[1]!)
  const tables = await world.db`
    select table_name as name from information_schema.tables where table_schema = 'public'`
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await world.db.unsafe(`select t::text as line from "${name}" t`)
    const text = rows.map((row) => row.line as string).join('\n')
    // In clear, and in the byte format of a dump.
    for (const number of numbers.filter((each) => each.length >= 11)) {
      if (text.includes(number) || text.includes(Buffer.from(number).toString('hex')))
        found.push(`${number} in ${name}`)
    }
  }
  assert.ok(numbers.length > 50)
  assert.deepEqual(found, [])
})
