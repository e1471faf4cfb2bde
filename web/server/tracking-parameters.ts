/** The parameters that advertisements, social networks and newsletters add to links. The shop itself ignores them. */
const trackingParameter =
  /^(?:utm_\w+|fbclid|gclid|gbraid|wbraid|gad_\w+|dclid|srsltid|msclkid|igshid|igsh|ttclid|twclid|li_fat_id|mc_[ce]id)(?:=|$)/i;

/** Removes the tracking parameters from a URL without a hash. The other parameters keep their encoding. */
export function removeTrackingParameters(url: string): string {
  const { path, parameters } = splitUrl(url);
  return addParameters(
    path,
    parameters.filter((parameter) => !trackingParameter.test(parameter)),
  );
}

/** Adds the tracking parameters of one URL to another, which has no hash. */
export function copyTrackingParameters(from: string, to: string): string {
  return addParameters(
    to,
    splitUrl(from).parameters.filter((parameter) => trackingParameter.test(parameter)),
  );
}

function splitUrl(url: string): { path: string; parameters: string[] } {
  const [path = '', ...rest] = url.split('?');
  const parameters = rest.join('?').split('&');
  return { path, parameters: parameters.filter((parameter) => parameter !== '') };
}

function addParameters(url: string, parameters: readonly string[]): string {
  if (parameters.length === 0) return url;
  return `${url}${url.includes('?') ? '&' : '?'}${parameters.join('&')}`;
}
