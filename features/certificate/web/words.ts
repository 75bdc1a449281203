import { words } from '../../../web/words.ts'

export const useCertificateWords = words(
  'certificate',
  {
    title: '我的证书',
    print: '打印 / 下载',
    check: '查验页',
    none: '还没有证书',
    noneHint: '学完全部课程并通过结业考试后，证书会自动签发到这里。',
    goStudy: '去学习',
    number: '编号',
    issued: '{date} 签发',
    reason: '撤销原因：{reason}',
  },
  {
    title: 'My certificates',
    print: 'Print / download',
    check: 'Check page',
    none: 'No certificate yet',
    noneHint: 'When all courses are studied and the exam is passed, the certificate appears here by itself.',
    goStudy: 'Go and study',
    number: 'Number',
    issued: 'Issued {date}',
    reason: 'Revoked because: {reason}',
  },
)
