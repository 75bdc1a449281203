import { words } from '../../../web/words.ts'

export const useRequirementWords = words(
  'requirements',
  {
    required: '必修 {done}/{all} 节',
    electives: '选修 {done}/{all} 学时',
    electivesFree: '选修 {done} 学时',
    join: ' · ',
    missing: '还差：{parts}',
    missingRequired: '{count} 节必修视频',
    missingElectives: '{hours} 学时选修课程',
    missingExam: '结业考试',
  },
  {
    required: 'Required {done} of {all} {all|video|videos}',
    electives: 'electives {done} of {all} {all|hour|hours}',
    electivesFree: 'electives {done} {done|hour|hours}',
    join: ' · ',
    missing: 'Missing: {parts}',
    missingRequired: '{count} required {count|video|videos}',
    missingElectives: '{hours} elective {hours|hour|hours}',
    missingExam: 'the final exam',
  },
)
