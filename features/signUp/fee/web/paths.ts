const list = '/cms-manage/cms-order-manage'

/** Paths of the office's pages of orders of sign-up fees. */
export const feePaths = {
  list,
  detail: (id: string) => `/cms-manage/cms-order-detail?id=${id}`,
}
