import { batchOf } from '../../../../server/batch.ts'
import { approvalRefusals } from '../../../approval/contract.ts'
import { certificateRefusals } from '../../../certificate/contract.ts'
import { issueSkill } from '../../../certificate/server/actions.ts'
import { hourRefusals } from '../../../hours/contract.ts'
import { messageRefusals } from '../../../message/contract.ts'
import { studentManageCalls } from '../../../student/manage/contract.ts'
import { certifyCalls } from '../contract.ts'
import { assertLearner, assertSkillTemplate, issueYear } from './actions.ts'
import { listNames } from './data.ts'

const refusals = {
  approval: approvalRefusals,
  certificate: certificateRefusals,
  hours: hourRefusals,
  message: messageRefusals,
}

/** Issues certificates of a skill to many learners. */
export const certifyingSkill = batchOf<typeof certifyCalls.issueSkill>({
  call: certifyCalls.issueSkill,
  list: studentManageCalls.findPageList,
  named: 'ids',
  nameRows: listNames,
  refusals,
  title: ({ title }) => ({ zh: `颁发技能证书：${title}`, en: `Issue skill certificates: ${title}` }),
  check: (tx, { session, input }) => assertSkillTemplate(tx, session, input.templateId),
  async act(tx, { session, input }, { id: accountId }) {
    const { templateId, title, level } = input
    await assertLearner(tx, session, accountId)
    await issueSkill(tx, session, { accountId, templateId, title, level })
  },
})

/** Issues the certificates of a year that are due to many learners. */
export const certifyingYear = batchOf<typeof certifyCalls.issueYear>({
  call: certifyCalls.issueYear,
  list: studentManageCalls.findPageList,
  named: 'ids',
  nameRows: listNames,
  refusals,
  title: ({ year }) => ({ zh: `颁发 ${year} 年度证书`, en: `Issue annual certificates of ${year}` }),
  act: (tx, { session, input }, { id: accountId }) => issueYear(tx, session, { accountId, year: input.year }),
})
