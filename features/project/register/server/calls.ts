import { handlers } from '../../../../server/serve.ts'
import { registerConfigCalls } from '../contract.ts'
import { profileFields, registerFieldsOf } from '../rules.ts'
import { updateRegisterFields } from './actions.ts'
import { countLacking, findStored, needsMajor } from './data.ts'

export const registerConfigHandlers = handlers(registerConfigCalls, {
  checkNeedGoMajor: ({ db, session }) => needsMajor(db, session.projectId, session.accountId),
  async listRegisterConfig({ db, session }) {
    const [saved, { learners, lacking }] = await Promise.all([
      findStored(db, session.projectId),
      countLacking(db, session.projectId),
    ])
    const chosen = registerFieldsOf(saved.fields)
    const others = profileFields.filter(({ key }) => !chosen.some((field) => field.key === key))
    return {
      version: saved.version,
      learners,
      fields: [
        ...chosen.map((field) => ({ ...field, lacking: lacking[field.key] })),
        ...others.map(({ key }) => ({ key, required: null, lacking: lacking[key] })),
      ],
    }
  },
  updateRegisterConfig: ({ db, session, input }) =>
    db.begin((tx) => updateRegisterFields(tx, session, input)),
})
