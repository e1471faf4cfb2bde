import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** Creates a self-signed certificate for 127.0.0.1 and its key in `directory`, and returns the paths of both files. */
export function createCertificate(directory: string): { certificate: string; key: string } {
  const [certificate, key] = [path.join(directory, 'certificate.pem'), path.join(directory, 'key.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', '-nodes', '-days', '2', ...curve, ...subject, ...files], {
    stdio: 'ignore',
  });
  return { certificate, key };
}
