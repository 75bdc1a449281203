import { handlers } from '../../../server/serve.ts'
import { projectCalls } from '../contract.ts'
import { infoOf } from '../rules.ts'
import { getSettings } from './actions.ts'
import { findConfig, getText, hasWechat } from './data.ts'

export const projectHandlers = handlers(projectCalls, {
  async getSystemConfig({ db, projectId, environment }) {
    const [settings, wechat, info] = await Promise.all([
      getSettings(db, projectId),
      hasWechat(db, projectId),
      findConfig(db, projectId, 'info'),
    ])
    return {
      projectId,
      projectTitle: settings.title,
      index2Open: settings.index2Open,
      h5Config: { showClassType: JSON.stringify(settings.showClassType) },
      demo: environment.demo,
      captcha: environment.captcha,
      wechat,
      settings,
      info: infoOf(info.content),
    }
  },
  aboutUs: ({ db, projectId }) => getText(db, projectId, 'aboutUs'),
  getAgreement: ({ db, projectId }) => getText(db, projectId, 'agreement'),
})
