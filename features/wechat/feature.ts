import type { Feature } from '../../server/feature.ts'
import { wechatAppHandlers } from './app/server/calls.ts'
import { eraseBinding } from './server/actions.ts'
import { wechatHandlers } from './server/calls.ts'
import { sweepWechat } from './server/jobs.ts'
import { wechatRoutes } from './server/routes.ts'

/** Signing in and binding by WeChat. */
export const wechatFeature: Feature = {
  group: 'noun',
  tables: {
    wechat_apps: { of: 'project' },
    wechat_bindings: { copy: 'Profile', after: 'gone' },
    wechat_scenes: { hidden: 'good for minutes', after: 'gone' },
  },
  erase: eraseBinding,
  handlers: [wechatHandlers, wechatAppHandlers],
  routes: [wechatRoutes],
  jobs: [sweepWechat],
  audit: {
    actions: {
      'wechatApp.change': ['修改微信应用', 'Updated a WeChat app'],
      'wechatApp.create': ['添加微信应用', 'Added a WeChat app'],
      'wechatApp.delete': ['删除微信应用', 'Deleted a WeChat app'],
    },
    subjects: {
      wechatApp: {
        words: ['微信应用', 'WeChat app'],
        name: (db, id) => db`select name from wechat_apps where id = ${id}`,
      },
    },
  },
}
