import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { idCheckDigit } from '../../../../contract/identity.ts'
import { aClassCategory } from '../../../../test/build/class.ts'
import { aMessageCode } from '../../../../test/build/messageCode.ts'
import { anAccount, aPortal, aUnit, type BuiltPortal } from '../../../../test/build/portal.ts'
import { closedUnits } from '../../../../test/build/unit.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { registerConfigCalls } from '../../../project/register/contract.ts'
import type { RegisterField } from '../../../project/register/rules.ts'
import { textCalls } from '../../../project/text/contract.ts'
import { codeCalls } from '../../../session/code/contract.ts'
import { completeCalls } from '../../../student/complete/contract.ts'
import { unitCalls } from '../../../unit/contract.ts'
import { registerCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
let admin: string
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/project-manage/setting'] })
  admin = (await anAccount(world, portal, { role: 'admin' })).token
})
beforeEach(() => world.db`delete from tries`.then(() => {}))

const { listRegisterConfig, updateRegisterConfig } = registerConfigCalls
const read = () => world.ask(listRegisterConfig, {}, admin)
const fixed: RegisterField[] = ['realName', 'cardNumber', 'mobile'].map((key) => ({
  key: key as RegisterField['key'],
  required: true,
}))
const write = async (...more: RegisterField[]) =>
  world.call(updateRegisterConfig, { version: (await read()).version, fields: [...fixed, ...more] }, admin)

let serial = 0
async function aForm(more: object = {}) {
  const mobile = `1601239${String(++serial).padStart(4, '0')}`
  const first17 = `11010119920307${String(serial).padStart(3, '0')}`
  return {
    loginName: `asked${serial}`,
    password: 'Garden88tree',
    realName: '林知夏',
    cardNumber: first17 + idCheckDigit(first17),
    mobile,
    ...(await aMessageCode(world, codeCalls.sendMsgCode, mobile)),
    agreement: true,
    unitId: portal.unitId,
    ...more,
  }
}
const register = async (more: object = {}) => {
  const form = await aForm(more)
  return { form, reply: await world.call(registerCalls.doRegister, form) }
}
const profile = async (loginName: string) => {
  const [row] = await world.db`
    select s.* from students s join accounts a on a.id = s.account_id where a.login_name = ${loginName}`
  return row!
}

test('the form, registering and completeness follow the project’s fields, in their order', async () => {
  const reply = await write({ key: 'education', required: true }, { key: 'major', required: false })
  assert.equal(reply.respCode, 200)
  const form = await world.ask(unitCalls.getRegisterConfigByUnit, { unitId: portal.unitId })
  assert.deepEqual(
    form.fields.map(({ key, required }) => [key, required]),
    [...fixed.map(({ key }) => [key, true]), ['education', true], ['major', false]],
  )
  const without = await register()
  assert.deepEqual([without.reply.respCode, without.reply.field], [422, 'education'])
  const wrong = await register({ education: '没有这一项' })
  assert.deepEqual([wrong.reply.respCode, wrong.reply.field], [422, 'education'])
  const done = await register({ education: '20', major: '护理学', nation: '01' })
  assert.equal(done.reply.respCode, 200, done.reply.respDesc)
  const stored = await profile(done.form.loginName)
  // Fields that are not requested are ignored.
  assert.deepEqual([stored.education, stored.major, stored.nation], ['20', '护理学', null])
  await write({ key: 'nation', required: true })
  const { missing } = await world.ask(completeCalls.isNeedComplete, {}, done.reply.attribute.data.tokenCode)
  assert.deepEqual(missing, ['nation'])
  await world.ask(completeCalls.completeInfo, { nation: '01' }, done.reply.attribute.data.tokenCode)
  const after = await world.ask(completeCalls.isNeedComplete, {}, done.reply.attribute.data.tokenCode)
  assert.equal(after.state, 2)
})

test('the setting page shows how many learners lack a field; fixed ones stay, and of two concurrent edits the second is refused', async () => {
  await write({ key: 'nation', required: true })
  for (const nation of ['01', '02']) await register({ nation })
  await world.db`update students set nation = null where nation = '02'`
  const { fields, learners, version } = await read()
  const nation = fields.find((field) => field.key === 'nation')!
  assert.ok(nation.required && nation.lacking > 0 && nation.lacking < learners)
  assert.equal(fields.find((field) => field.key === 'degree')!.required, null)
  for (const wrong of [
    fixed.slice(1),
    fixed.map((field) => ({ ...field, required: false })),
    [...fixed, fixed[0]!],
  ]) {
    const reply = await world.call(updateRegisterConfig, { version, fields: wrong }, admin)
    assert.deepEqual([reply.respCode, reply.field], [422, 'fields'])
  }
  assert.equal((await read()).version, version)
  const both = await Promise.all(
    [true, false].map((required) =>
      world.call(updateRegisterConfig, { version, fields: [...fixed, { key: 'degree', required }] }, admin),
    ),
  )
  assert.deepEqual(both.map((reply) => reply.respCode).toSorted(), [200, 409])
  await write()
})

test('nobody registers with a unit that is closed or gone; an old link to a merged one leads to its successor', async () => {
  await write()
  const closed = await closedUnits(world, portal)
  const own = await world.db`
    select id, merged_into from units where project_id = ${portal.projectId} and id = any(${closed.map(({ unitId }) => unitId)})`
  // A unit of another portal belongs to that portal's own registration page.
  assert.equal(own.length, closed.length - 1)
  for (const { id, mergedInto } of own) {
    const { form, reply } = await register({ unitId: id as string })
    if (mergedInto !== null) {
      assert.equal(reply.respCode, 200, reply.respDesc)
      assert.equal((await profile(form.loginName)).unitId, mergedInto)
      continue
    }
    assert.deepEqual([reply.respCode, reply.field], [422, 'unitId'])
    assert.match(reply.respDesc, closed.find(({ unitId }) => unitId === id)!.message)
  }
})

test('a required unit is found by two characters of its name at least, ten at most, in one’s own portal', async () => {
  await write({ key: 'unitId', required: true })
  const find = (keyword: string, unitId = portal.unitId) =>
    world.call(registerCalls.findUnit, { keyword, unitId })
  for (let n = 0; n < 12; n++) {
    const id = await aUnit(world, portal.projectId)
    await world.db`update units set name = ${`第${n}人民医院`} where id = ${id}`
  }
  const other = await aPortal(world)
  await world.db`update units set name = '外地人民医院' where id = ${other.unitId}`
  const found = await find('人民医院')
  assert.equal(found.attribute.length, 10)
  assert.ok(found.attribute.every((unit) => unit.name !== '外地人民医院'))
  for (const keyword of ['', '院', '%%']) {
    const reply = await find(keyword)
    assert.ok(reply.respCode === 422 || reply.attribute.length === 0, keyword)
  }
  const without = await register({ unitId: undefined })
  assert.deepEqual([without.reply.respCode, without.reply.field], [422, 'unitId'])
  const joined = await register({ unitId: found.attribute[0]!.id })
  assert.equal((await profile(joined.form.loginName)).unitId, found.attribute[0]!.id)
  await write()
})

test('who registers agreed to the agreement of that day', async () => {
  await write()
  const first = await register()
  const { text } = await world.ask(textCalls.findText, { kind: 'agreement' }, admin)
  await world.ask(
    textCalls.saveText,
    { kind: 'agreement', content: '<p>新协议</p><script>x</script>', version: text.version },
    admin,
  )
  const second = await register()
  const agreed = await world.db`
    select a.login_name, t.version, t.content from agreement_consents c join project_texts t on t.id = c.text_id
    join accounts a on a.id = c.account_id where a.login_name in ${world.db([first.form.loginName, second.form.loginName])}
    order by t.version`
  assert.deepEqual(
    agreed.map((row) => [row.loginName, row.version]),
    [
      [first.form.loginName, 1],
      [second.form.loginName, 2],
    ],
  )
  assert.equal(agreed[1]!.content, '<p>新协议</p>')
  const { versions } = await world.ask(textCalls.findText, { kind: 'agreement' }, admin)
  assert.equal(versions[0]!.agreed, 1)
})

test('a registration for a skill is saved with it, and a skill of another portal is refused', async () => {
  const skill = await aClassCategory(world, portal, { classType: 'vocational' })
  await world.db`update class_categories set kind = 'skill' where id = ${skill}`
  const { form, reply } = await register({ skill: skill })
  assert.equal(reply.respCode, 200, reply.respDesc)
  const [profile] = await world.db`
    select w.category_id from chosen_skills w join accounts a on a.id = w.account_id
    where a.login_name = ${form.loginName}`
  assert.equal(profile!.categoryId, skill)
  const other = await aPortal(world)
  const foreign = await aClassCategory(world, other, { classType: 'vocational' })
  const refused = await register({ skill: foreign })
  assert.deepEqual([refused.reply.respCode, refused.reply.field], [422, 'skill'])
})
