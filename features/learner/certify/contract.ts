import { Type } from 'typebox'
import { call, Id, Name, Year } from '../../../contract/call.ts'
import { BatchResult, Selection } from '../../../contract/selection.ts'
import { SkillLevel } from '../../certificate/template/contract.ts'
import { studentManageCalls } from '../../student/manage/contract.ts'

const allow = '/student-manage/student#certificate'

export const certifyCalls = {
  issueSkill: call('/base/certificate/issue-skill.action', {
    allow,
    wholeProject: true,
    perMinute: 60,
    input: Type.Object({
      ...Selection(studentManageCalls.findPageList),
      templateId: Id,
      /** The skill by its name. */
      title: Name(60, 2),
      level: SkillLevel,
    }),
    output: BatchResult,
    summary: 'Issues certificates of a skill and level to learners, also to all that an import brought',
  }),
  issueYear: call('/base/certificate/issue-year.action', {
    allow,
    wholeProject: true,
    perMinute: 60,
    input: Type.Object({ ...Selection(studentManageCalls.findPageList), year: Year }),
    output: BatchResult,
    summary:
      'Issues certificates of a year that are due: where hours were met before the project had a template for years, or asked for less',
  }),
}
