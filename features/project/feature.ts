import type { Feature } from '../../server/feature.ts'
import { configHandlers } from './config/server/calls.ts'
import { registerConfigHandlers } from './register/server/calls.ts'
import { projectHandlers } from './server/calls.ts'
import { checkSettings } from './server/jobs.ts'
import { limitNames } from './setting/rules.ts'
import { bankAccountKind, limitsKind } from './setting/server/approvals.ts'
import { settingHandlers } from './setting/server/calls.ts'
import { erasePopupViews } from './text/server/actions.ts'
import { textHandlers } from './text/server/calls.ts'

/** A project’s settings, texts, registration form and configuration. */
export const projectFeature: Feature = {
  group: 'noun',
  tables: {
    popup_views: {
      hidden: 'which popup the person closed last, so that no device shows it again',
      after: 'gone',
    },
    project_configs: { of: 'project' },
    project_texts: { of: 'project' },
    projects: { of: 'project' },
    setting_versions: { of: 'project' },
  },
  erase: erasePopupViews,
  handlers: [projectHandlers, configHandlers, textHandlers, settingHandlers, registerConfigHandlers],
  jobs: [checkSettings],
  approvals: [bankAccountKind, limitsKind],
  audit: {
    fields: { project: limitNames },
    actions: {
      'project.aboutUs': ['修改关于我们', 'Updated the about-us text'],
      'project.agreement': ['修改用户协议', 'Updated the user agreement'],
      'project.change': ['修改项目', 'Updated a project'],
      'project.create': ['新建项目', 'Created a project'],
      'project.delete': ['删除项目', 'Deleted a project'],
      'project.disable': ['停用项目', 'Disabled a project'],
      'project.enable': ['启用项目', 'Enabled a project'],
      'project.info': ['修改联系方式', 'Updated the contact details'],
      'project.popup': ['修改弹窗公告', 'Updated the popup announcement'],
      'project.push': ['修改推送配置', 'Updated the push settings'],
      'project.refundOrder': ['修改退款说明', 'Updated the refund text'],
      'project.registerConfig': ['修改注册项', 'Updated the registration form'],
      'project.setting': ['修改项目设置', 'Updated the settings'],
      'project.withdrawSetting': ['撤回定时设置', 'Withdrew a scheduled change'],
    },
    subjects: {
      project: { words: ['项目', 'Project'], name: (db, id) => db`select settings_of(${id})->>'title'` },
    },
  },
}
