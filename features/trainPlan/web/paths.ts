/** Paths of the pages of training plans. */
export const planPaths = {
  list: '/train-manage/train-plan-list',
  create: '/train-manage/train-plan-detail',
  detail: (id: string) => `/train-manage/train-plan-detail?id=${id}`,
}
