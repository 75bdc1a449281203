import { words } from '../words.ts'

export const useKitWords = words(
  'kit',
  {
    failed: '没有加载成功',
    reference: '编号 {traceId}',
    copyReference: '复制编号',
    empty: '这里还没有内容',
    busy: '请稍候',
    notSent: '没有提交成功，请再试一次',
    previous: '上一页',
    next: '下一页',
    page: '第 {page} / {pages} 页，共 {total} 条',
    loading: '正在加载',
  },
  {
    failed: 'Could not load',
    reference: 'Reference {traceId}',
    copyReference: 'Copy reference',
    empty: 'Nothing here yet',
    busy: 'Please wait',
    notSent: 'This was not submitted; please try again',
    previous: 'Previous',
    next: 'Next',
    page: 'Page {page} of {pages}, {total} in total',
    loading: 'Loading',
  },
)
