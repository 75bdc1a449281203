import type { Bilingual } from '../../../contract/refusal.ts'
import { exported } from '../../../server/exporting.ts'
import { roleExports, type RoleRow } from '../contract.ts'

const kinds: Readonly<Record<number, Bilingual>> = {
  1: { zh: '平台人员', en: 'Platform staff' },
  2: { zh: '单位管理员', en: 'Unit manager' },
  3: { zh: '学员', en: 'Learner' },
}
const scopes = {
  own: { zh: '本人', en: 'Own data only' },
  subtree: { zh: '所属单位及下级', en: 'Own unit and units below' },
  kind: { zh: '整个项目', en: 'The whole project' },
}

/** Scope of a role, in words. */
function scopeOf({ roleSystem, dataScope }: RoleRow): Bilingual {
  if (roleSystem === 3) return scopes.own
  return roleSystem === 2 ? scopes.subtree : scopes[dataScope]
}

/** The sheet of the roles. */
export const roleExportList = [
  exported(roleExports.exportRoleList, [
    { title: { zh: '角色名称', en: 'Role name' }, value: (row) => row.roleName },
    { title: { zh: '类型', en: 'Type' }, value: (row) => kinds[row.roleSystem] },
    { title: { zh: '数据范围', en: 'Data scope' }, width: 24, value: scopeOf },
    { title: { zh: '权限', en: 'Permissions' }, width: 60, value: (row) => row.menus.join('; ') },
    { title: { zh: '使用账号', en: 'Accounts' }, format: 'count', value: (row) => row.holders },
    { title: { zh: '备注', en: 'Remark' }, width: 30, value: (row) => row.remark },
    { title: { zh: '创建时间', en: 'Created' }, format: 'moment', width: 18, value: (row) => row.createdAt },
  ]),
]
