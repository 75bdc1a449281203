import { answers } from '../../../server/serve.ts'
import { projectCalls } from '../contract.ts'
import { getProject, getSettings, hasWechat } from './data.ts'

export const projectAnswers = answers(projectCalls, {
  async getSystemConfig({ db, projectId, environment }) {
    const settings = await getSettings(db, projectId)
    const wechat = await hasWechat(db, projectId)
    return {
      projectId,
      projectTitle: settings.title,
      index2Open: settings.index2Open,
      h5Config: { showClassType: JSON.stringify(settings.showClassType) },
      demo: environment.demo,
      captcha: environment.captcha,
      wechat,
      settings,
    }
  },
  aboutUs: async ({ db, projectId }) => ({ content: (await getProject(db, projectId)).aboutUs }),
  getAgreement: async ({ db, projectId }) => ({ content: (await getProject(db, projectId)).agreement }),
})
