// Wide letters and digits, as a Japanese keyboard types them, as those of ASCII; signs that only look like digits stay.
export const narrow = (text) =>
  text.replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)).replaceAll("\u3000", " ");
