import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Call } from '../contract/call.ts'
import { examTypeCalls } from '../features/exam/type/contract.ts'
import { listViewCalls } from '../features/listView/contract.ts'
import { partnerCalls } from '../features/partner/contract.ts'
import { bankCalls } from '../features/question/bank/contract.ts'
import { resourceCategoryCalls } from '../features/resource/category/contract.ts'
import { roleCalls } from '../features/role/contract.ts'
import { studentManageCalls } from '../features/student/manage/contract.ts'
import { anAccount, aPortal } from '../test/build/portal.ts'
import { openWorld, type World } from '../test/harness.ts'

let world: World
let token: string
before(async () => {
  world = await openWorld()
  const menus = [
    '/home/index',
    '/resource-manage/add-question',
    '/resource-manage/video',
    '/project-manage/partner',
    '/account-manage/role',
    '/student-manage/student',
  ]
  token = (await anAccount(world, await aPortal(world, { menus }), { role: 'admin' })).token
})

test('a name that is taken is taken in every width, case and spacing', async () => {
  const role = { roleSystem: 1 as const, menus: ['/home/index'] }
  const view = { path: studentManageCalls.findPageList.path, filter: {}, sort: null, columns: null }
  const saved: [Call, object][] = [
    [bankCalls.save, {}],
    [examTypeCalls.saveType, { kind: 'paper' }],
    [resourceCategoryCalls.save, {}],
    [partnerCalls.save, { kind: 'standard', mayRegister: false }],
    [roleCalls.saveRole, role],
    [listViewCalls.save, view],
  ]
  for (const [call, more] of saved) {
    const field = call === roleCalls.saveRole ? 'roleName' : 'name'
    const save = (name: string) => world.call(call, { ...more, [field]: name }, token)
    assert.equal((await save('安全（一）A班')).respCode, 200, call.path)
    for (const name of ['安全(一)a班', '安全 （一） Ａ班', '\u202a安全（一）A\u200b班\u202c']) {
      const refused = await save(name)
      assert.equal(refused.field, field, `${call.path}: ${name} ${refused.respDesc}`)
    }
    assert.equal((await save('安全（二）A班')).respCode, 200, call.path)
  }
})
