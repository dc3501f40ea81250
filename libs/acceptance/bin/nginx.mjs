// Plain Node. Finds an nginx for the journey behind a proxy, or gets one from the system's packages.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx'];
const run = (command, ...args) =>
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });

function fromSystem() {
  return process.env.NGINX ?? PLACES.find((path) => existsSync(path));
}

function fromPackages() {
  if (process.getuid?.() !== 0 || run('apt-get', '--version').status !== 0) return;
  console.log('Installing nginx from the system’s packages …');
  run('apt-get', 'update');
  run('apt-get', 'install', '-y', '--no-install-recommends', 'nginx-light');
  // The package starts a server of its own, which nobody asked for.
  run('service', 'nginx', 'stop');
  return fromSystem();
}

/** Path of an nginx; undefined where neither it nor openssl, which makes its certificate, can be had. */
export function findNginx() {
  if (run('openssl', 'version').status !== 0) return;
  return fromSystem() ?? fromPackages();
}
