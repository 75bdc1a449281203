import type { Feature } from '../../server/feature.ts'
import { configHandlers } from './config/server/calls.ts'
import { registerConfigHandlers } from './register/server/calls.ts'
import { projectHandlers } from './server/calls.ts'
import { settingHandlers } from './setting/server/calls.ts'
import { textHandlers } from './text/server/calls.ts'

/** A project’s settings, texts, registration form and configuration. */
export const projectFeature: Feature = {
  handlers: [projectHandlers, configHandlers, textHandlers, settingHandlers, registerConfigHandlers],
  audit: {
    actions: {
      'project.aboutUs': ['修改关于我们', 'Changed the text about us'],
      'project.agreement': ['修改用户协议', 'Changed the agreement'],
      'project.change': ['修改项目', 'Changed a project'],
      'project.create': ['新建项目', 'Made a project'],
      'project.delete': ['删除项目', 'Deleted a project'],
      'project.disable': ['停用项目', 'Closed a portal'],
      'project.enable': ['启用项目', 'Opened a portal'],
      'project.info': ['修改联系方式', 'Changed the contact'],
      'project.invoice': ['修改发票配置', 'Changed how invoices are written'],
      'project.popup': ['修改弹窗公告', 'Changed the popup'],
      'project.push': ['修改推送配置', 'Changed what is pushed'],
      'project.refundOrder': ['修改退款说明', 'Changed the text about refunds'],
      'project.registerConfig': ['修改注册项', 'Changed what learners are asked for'],
      'project.setting': ['修改项目设置', 'Changed the settings'],
      'project.withdrawSetting': ['撤回定时设置', 'Withdrew a scheduled change'],
    },
    subjects: {
      project: { words: ['项目', 'Project'], name: (db, id) => db`select settings_of(${id})->>'title'` },
    },
  },
}
