import { words } from '../../../web/words.ts'

/** Words of the look-up of skill certificates. */
export const useSkillWords = words(
  'skillCertificate',
  {
    lookUpTitle: '技能证书查询',
    numberOrCard: '证书编号或证件号',
    lookUp: '查询',
    wrongNumber: '请填写完整的编号',
    noCertificate: '没有查到技能证书，请核对姓名和编号。',
    found: '查到 {count} 张技能证书',
    issued: '{date} 签发',
    check: '查验页',
  },
  {
    lookUpTitle: 'Find a skill certificate',
    numberOrCard: 'Certificate number or ID number',
    lookUp: 'Search',
    wrongNumber: 'Enter the number in full',
    noCertificate: 'No skill certificate was found. Check the name and the number.',
    found: '{count} skill {count|certificate|certificates} found',
    issued: 'Issued on {date}',
    check: 'Verification page',
  },
)
