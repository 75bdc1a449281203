import { words } from '../../../web/words.ts'

export const useDashboardWords = words(
  'dashboard',
  {
    hello: '{name}，您好',
    role: '{role} · {unit}',
    classesOnShelf: '在售班级',
    studying: '正在学习',
    passedThisYear: '今年合格',
    hoursThisYear: '今年发放学时',
    certificatesThisYear: '今年发证',
    whole: '全部单位',
    toApprove: '待我审批',
    rejected: '我提出的被驳回',
  },
  {
    hello: 'Hello, {name}',
    role: '{role} · {unit}',
    classesOnShelf: 'Published classes',
    studying: 'Studying now',
    passedThisYear: 'Passed this year',
    hoursThisYear: 'Hours granted this year',
    certificatesThisYear: 'Certificates this year',
    whole: 'all units',
    toApprove: 'Waiting for my approval',
    rejected: 'My proposals rejected',
  },
)
