import type { Feature } from '../../server/feature.ts'
import { statusField } from '../../server/revision.ts'
import { avatarHandlers } from './avatar/server/calls.ts'
import { manageHandlers } from './manage/server/calls.ts'
import { moveAccounts } from './unitManager/server/actions.ts'
import { unitManagerHandlers } from './unitManager/server/calls.ts'
import { accountLifecycle } from './manage/rules.ts'
import { eraseAccesses } from './server/actions.ts'
import { mobileChanged, passwordChanged } from './server/messages.ts'
import { accountExportList } from './manage/server/exports.ts'

/** Accounts and who manages them: administrators, managers of units, pictures, passwords. */
export const accountFeature: Feature = {
  group: 'noun',
  tables: {
    accounts: {
      copy: 'Profile',
      after: 'an account without name, number and password, which records point at',
    },
    account_accesses: { copy: 'Access given by staff', after: 'gone' },
    account_roles: { copy: 'Roles', after: 'a role of an account that nobody can sign in to' },
  },
  erase: eraseAccesses,
  move: moveAccounts,
  messages: [mobileChanged, passwordChanged],
  handlers: [avatarHandlers, manageHandlers, unitManagerHandlers],
  exports: accountExportList,
  audit: {
    actions: {
      'account.agree': ['同意用户协议', 'Accepted the user agreement'],
      'account.avatar': ['更换头像', 'Updated the avatar'],
      'account.bindWechat': ['绑定微信', 'Linked WeChat'],
      'account.change': ['修改账号', 'Updated an account'],
      'account.completeInfo': ['完善资料', 'Completed the profile'],
      'account.create': ['添加账号', 'Added an account'],
      'account.delete': ['删除账号', 'Deleted an account'],
      'account.disable': ['停用账号', 'Disabled an account'],
      'account.enable': ['启用账号', 'Enabled an account'],
      'account.endSessions': ['结束全部登录', 'Ended all sessions'],
      'account.enrolFactor': ['绑定两步验证', 'Enabled two-step verification'],
      'account.giveUnit': ['授予单位角色', 'Granted a unit role'],
      'account.link': ['关联账号', 'Linked an account'],
      'account.modifyMobile': ['更换手机号', 'Updated the mobile number'],
      'account.modifyPassword': ['修改密码', 'Changed the password'],
      'account.register': ['注册', 'Registered'],
      'account.removeFactor': ['解除两步验证', 'Removed two-step verification'],
      'account.resetPassword': ['重置密码', 'Reset a password'],
      'account.takeUnit': ['收回单位角色', 'Revoked a unit role'],
      'account.unbindWechat': ['解绑微信', 'Unlinked WeChat'],
      'account.unlink': ['解除关联', 'Unlinked an account'],
      'account.unlock': ['解除锁定', 'Unlocked an account'],
    },
    fields: {
      account: { status: statusField(accountLifecycle) },
    },
    subjects: {
      account: {
        words: ['账号', 'Account'],
        name: (db, id) => db`select user_name from accounts where id = ${id}`,
      },
    },
  },
}
