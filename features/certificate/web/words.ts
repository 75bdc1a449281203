import { words } from '../../../web/words.ts'
import { countedRemarks } from '../template/rules.ts'

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
    whole: countedRemarks.whole.zh,
    part: countedRemarks.part.zh,
    issued: '{date} 签发',
    reissued: '{first} 签发，{date} 换发',
    reason: '撤销原因：{reason}',
  },
  {
    title: 'My certificates',
    print: 'Print / download',
    check: 'Verification page',
    none: 'No certificates yet',
    noneHint:
      'Finish all courses and pass the final exam, and your certificate is issued here automatically.',
    goStudy: 'Go to study',
    number: 'Number',
    whole: countedRemarks.whole.en,
    part: countedRemarks.part.en,
    issued: 'Issued on {date}',
    reissued: 'Issued on {first}, reissued on {date}',
    reason: 'Reason for revocation: {reason}',
  },
)
