#pragma once
// The plain functions are declared deprecated since OpenSSL 3.0. They are what is wanted here: the newer ones look their algorithm up
// in tables that OpenSSL takes apart when the process exits, and crash threads that are still at work then.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/md5.h>
#include <openssl/sha.h>
