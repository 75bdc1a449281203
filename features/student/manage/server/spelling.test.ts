import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { nameKey } from '../../../../contract/normalize.ts'
import { bigramsOf } from '../../../../contract/search.ts'
import { idCheckDigit } from '../../../../contract/identity.ts'
import { anAccount, aPortal, type BuiltAccount, type BuiltPortal } from '../../../../test/build/portal.ts'
import { checkedImport } from '../../../../test/build/import.ts'
import { aMobile, anIdCard, aRosterFile, intoUnit } from '../../../../test/build/roster.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { searchCalls } from '../../../search/contract.ts'
import { sessionCalls } from '../../../session/contract.ts'
import { encodeCredential } from '../../../session/rules.ts'
import { studentManageCalls } from '../contract.ts'

const menus = ['/student-manage/student', '/student-manage/student#add', '/student-manage/student#import']
let world: World
let portal: BuiltPortal
let admin: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus })
  admin = await anAccount(world, portal, { role: 'admin' })
})

/** A number divided as people divide it, after the country's prefix, within marks of direction. */
const pasted = (mobile: string) =>
  `\u202d+86 ${mobile.slice(0, 3)} ${mobile.slice(3, 7)} ${mobile.slice(7)}\u202c`
const dividedCard = (card: string) =>
  `${card.slice(0, 6)} ${card.slice(6, 14)}－${card.slice(14).toLowerCase()}`

const spellings = [
  ['张\u3000伟', '张伟'],
  ['王 芳', '王芳'],
  ['阿卜杜拉•买买提', '阿卜杜拉·买买提'],
  ['李\u200b娜', '李娜'],
] as const

test('a learner is found, signs in and is known to a roster however name and numbers are written', async () => {
  for (const [n, [written, name]] of spellings.entries()) {
    const { accountId, password } = await world.ask(
      studentManageCalls.saveStudent,
      {
        realName: written,
        cardNumber: dividedCard(anIdCard(500 + n)),
        mobile: pasted(aMobile(500 + n)),
        unitId: portal.unitId,
      },
      admin.token,
    )
    const [row] = await world.db`select real_name from students where account_id = ${accountId}`
    assert.equal(row!.realName, name)
    for (const keyword of [written, name, pasted(aMobile(500 + n)), dividedCard(anIdCard(500 + n))]) {
      const list = await world.ask(studentManageCalls.findPageList, { keyword }, admin.token)
      assert.deepEqual(
        list.list.map((found) => found.realName),
        [name],
        keyword,
      )
      if (/\d{3}/.test(keyword)) continue
      const found = await world.ask(searchCalls.find, { keyword }, admin.token)
      assert.deepEqual(
        found.map(({ title }) => title),
        [name],
        keyword,
      )
    }
    const filtered = { mobile: pasted(aMobile(500 + n)), card: dividedCard(anIdCard(500 + n)) }
    assert.equal((await world.ask(studentManageCalls.findPageList, filtered, admin.token)).total, 1)
    await world.ask(sessionCalls.login, {
      account: encodeCredential(pasted(aMobile(500 + n))),
      password: encodeCredential(password),
      roleType: '',
    })
  }
  for (const spelling of [0, 1] as const) {
    const people = spellings.map((names, n) => ({
      realName: names[spelling],
      cardNumber: anIdCard(500 + n),
      mobile: aMobile(500 + n),
    }))
    const roster = await checkedImport(world, admin.token, intoUnit(portal.unitId), aRosterFile(people))
    assert.deepEqual([roster.rows, roster.same], [4, 4])
  }
})

test('a permanent residence card of any province is an ID', async () => {
  for (const [n, province] of ['11', '31', '44', '51', '65'].entries()) {
    const first17 = `9${province}124198108030${n}${n}`
    const pair = { realName: 'Anna Müller', cardNumber: first17 + idCheckDigit(first17) }
    await world.ask(studentManageCalls.saveStudent, { ...pair, mobile: aMobile(520 + n) }, admin.token)
    const { matches } = await world.ask(studentManageCalls.checkIdcardInfo, pair, admin.token)
    assert.equal(matches, true, province)
  }
  const wrong = {
    realName: 'Anna Müller',
    cardNumber: `99912419810803000${idCheckDigit('99912419810803000')}`,
  }
  const refused = await world.call(
    studentManageCalls.saveStudent,
    { ...wrong, mobile: aMobile(530) },
    admin.token,
  )
  assert.deepEqual([refused.respCode, refused.field], [422, 'cardNumber'])
})

test('the database has the same keys and pieces of names', async () => {
  for (const name of [
    '张伟',
    '阿卜杜拉·买买提',
    '（北京）Ａ 公司',
    '第Ⅱ期・Straße ①',
    'J. MÜLLER',
    '𠮷野明',
    'ΑΣ',
    '甲👩\u200d👩\u200d👧❤\ufe0f乙',
    '一',
    '',
  ]) {
    const [row] = await world.db`select name_key(${name}) as key, bigrams_of(${name}) as pieces`
    assert.equal(row!.key, nameKey(name), name)
    assert.deepEqual(
      [...(row!.pieces as string[])].sort(),
      (name === '' ? [''] : bigramsOf(name)).sort(),
      name,
    )
  }
})
