import { exported } from '../../../../server/exporting.ts'
import { manageExports } from '../contract.ts'
import { accountLifecycle } from '../rules.ts'

/** The sheet of the list of accounts. */
export const accountExportList = [
  exported(manageExports.exportAccountList, [
    { title: { zh: '姓名', en: 'Name' }, value: (row) => row.userName },
    { title: { zh: '账号', en: 'Account' }, value: (row) => row.loginName },
    { title: { zh: '手机号', en: 'Mobile number' }, value: (row) => row.mobileMask },
    {
      title: { zh: '角色', en: 'Role' },
      width: 40,
      value: (row) =>
        row.roles
          .map(({ roleName, unitName }) => [roleName, unitName].filter(Boolean).join(' · '))
          .join('; '),
    },
    { title: { zh: '状态', en: 'Status' }, value: (row) => accountLifecycle.stateName(row.status) },
    {
      title: { zh: '最近登录', en: 'Last sign-in' },
      format: 'moment',
      width: 18,
      value: (row) => row.lastLoginAt,
    },
    { title: { zh: '添加时间', en: 'Added' }, format: 'moment', width: 18, value: (row) => row.createdAt },
  ]),
]
