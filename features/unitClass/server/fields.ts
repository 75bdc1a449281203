import { problemsOf, type ProblemTable } from '../../import/rules.ts'
import { peopleProblems } from '../../student/people/rules.ts'
import { personProblemWords } from '../rules.ts'

/** Problems of a pasted row or a row of a sheet of people. */
export const rowProblems = {
  ...peopleProblems,
  ...personProblemWords,
  unknown: {
    zh: '平台上没有这个人',
    en: 'nobody of this name and number is registered',
    fix: {
      zh: '核对号码；确是新人的，勾选“为没有账号的人建立账号”',
      en: 'check the number, or tick that new people are created',
    },
  },
  unknownMobile: {
    zh: '平台上没有这个手机号',
    en: 'nobody is registered with this mobile number',
    fix: {
      zh: '填证件号；新人凭姓名和证件号建立账号',
      en: 'enter the ID number; new people are created by name and ID',
    },
  },
  absent: {
    zh: '没有这名学员，或不在您的管理范围',
    en: 'there is no such learner, or they are outside your scope',
    fix: { zh: '刷新后重新选择', en: 'refresh and choose again' },
  },
  meanwhile: {
    zh: '检查之后情况已变',
    en: 'the situation has changed since the check',
    fix: { zh: '重新上传即可看到现在的情况', en: 'upload the file again to see the current state' },
  },
  otherOffer: {
    zh: '检查之后单位班级已变（单位、班级、价格或学习截止），没有下单',
    en: 'unit, class, price or end of study of the unit class have changed since the check, so nothing was ordered',
    fix: {
      zh: '重新上传，核对现在的班级和价格',
      en: 'upload the file again and check the class and price of today',
    },
  },
  ended: {
    zh: '单位班级现在不能下单',
    en: 'the unit class cannot be ordered now',
    fix: { zh: '在单位班级页查看原因', en: 'see the reason on the page of the unit class' },
  },
} satisfies ProblemTable

export const rowProblem = problemsOf(rowProblems)
