/** Paths of the pages of unit classes. */
export const unitClassPaths = {
  list: '/train-manage/unit-class',
  create: '/train-manage/creat-class',
  detail: (id: string) => `/train-manage/unit-class-detail?id=${id}`,
  people: (id: string) => `/train-manage/import-student?id=${id}`,
  order: (id: string) => `/train-manage/batch-pay-order?id=${id}`,
  pay: (orderId: string) => `/train-manage/batch-pay-order?orderId=${orderId}`,
}
