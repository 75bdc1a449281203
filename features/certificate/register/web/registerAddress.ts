/** The address of the register with the certificate of a number. */
export const registerAddress = (number: string) =>
  `/student-manage/student?tab=certificates&keyword=${encodeURIComponent(number)}`
